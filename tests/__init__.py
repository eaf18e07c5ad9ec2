"""Tests of Commonplace."""
