"""What tests share: a clock to turn by hand, agents that call the tools, tables to run on."""
