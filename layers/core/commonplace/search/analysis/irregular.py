"""English words whose forms no ending tells: went is a form of go."""

from __future__ import annotations

# A base and its forms. The verbs are the strong ones in common use; what is also another common word is left
# out (left, saw, lay, ground).
_FORMS = """
become became; begin began begun; bend bent; bite bit bitten; blow blew blown; break broke broken; bring brought;
build built; buy bought; catch caught; choose chose chosen; come came; deal dealt; dig dug; do did done does;
draw drew drawn; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt;
fight fought; find found; fly flew flown; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen;
get got gotten; give gave given; go went gone goes; grow grew grown; have had has; hear heard; hide hid hidden;
hold held; keep kept; know knew known; lead led; lend lent; lose lost; make made; mean meant; meet met; pay paid;
ride rode ridden; ring rang rung; rise rose risen; run ran; say said; see seen; seek sought; sell sold; send sent;
shake shook shaken; shine shone; shoot shot; show shown; shrink shrank shrunk; sing sang sung; sink sank sunk;
sit sat; sleep slept; speak spoke spoken; spend spent; stand stood; steal stole stolen; stick stuck;
strike struck; swear swore sworn; swim swam swum; take took taken; teach taught; tear tore torn; tell told;
think thought; throw threw thrown; understand understood; wake woke woken; wear wore worn; win won;
write wrote written;
bus buses; child children; crisis crises; foot feet; goose geese; half halves; knife knives; life lives;
loaf loaves; man men; mouse mice; person people; shelf shelves; thief thieves; tooth teeth; wife wives;
wolf wolves; woman women; analysis analyses; thesis theses
"""

BASES = {form: base for base, *forms in (entry.split() for entry in _FORMS.split(";")) for form in forms}
