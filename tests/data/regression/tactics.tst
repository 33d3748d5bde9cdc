# Tactics that every gomoku engine should see, in GNU Go's format: rustgomo gtp-regress tests/data/regression/tactics.tst
# The depth makes the answers repeatable. To add a case, set up a position, give the command a number, and write the
# answers that are right, as a regular expression.
level 6

# A five is made, under every rule.
clear_board
gogui-setup b E8 b F8 b G8 b H8 w E7 w F7 w G9 w L3
gogui-setup_player b
rustgomo-rule freestyle
10 reg_genmove b
#? [D8|J8]
rustgomo-rule standard
11 reg_genmove b
#? [D8|J8]
rustgomo-rule renju
12 reg_genmove b
#? [D8|J8]
rustgomo-rule caro
13 reg_genmove b
#? [D8|J8]
rustgomo-rule exact-caro
14 reg_genmove b
#? [D8|J8]

# A five is made rather than prevented.
clear_board
rustgomo-rule freestyle
gogui-setup b E8 b F8 b G8 b H8 w E7 w F7 w G7 w H7
20 reg_genmove b
#? [D8|J8]
21 reg_genmove w
#? [D7|J7]

# A closed four is prevented at its only open end, also in the middle.
clear_board
gogui-setup b D8 b E8 b F8 b H8 w C8 w K4 w L11
30 reg_genmove w
#? [G8]
clear_board
gogui-setup b A1 b B2 b C3 b D4 w H8 w H9 w K10
31 reg_genmove w
#? [E5]

# An open three is answered at its ends; a four first would only help black.
clear_board
gogui-setup b G8 b H8 b J8 w G9 w K11
40 reg_genmove w
#? [E8|F8|K8|L8]
# A broken one also in its gap.
clear_board
gogui-setup b F8 b G8 b J8 w G9 w K11
41 reg_genmove w
#? [E8|H8|K8]

# Two fours at once win.
clear_board
gogui-setup b E8 b F8 b G8 b H5 b H6 b H7 w D8 w H4 w A1 w A15 w P1 w P15
50 reg_genmove b
#? [H8]
# White prevents it by breaking it up, or by a four of its own if it had one.
51 reg_genmove w
#? [H8|J8|H9|K8|H10]

# A win by fours: each four forces the answer, the last one makes a second four or an open four.
clear_board
gogui-setup b E8 b F8 b G8 b H7 b H6 b J9 w D8 w H4 w A1 w A15 w P1 w P15
52 reg_genmove b
#? [H8|J8]

# Six stones are nothing under the standard rule, so the three of the opponent is what counts.
clear_board
rustgomo-rule standard
gogui-setup b H8 b J8 b G8 b K3 b G2 b J1 w H7 w H6 w H5 w H4 w H2
60 reg_genmove w
#? [F8|K8|E8|L8]
# Where six win, it is played.
rustgomo-rule freestyle
61 reg_genmove w
#? [H3]

# Black keeps off a double three under renju.
clear_board
rustgomo-rule renju
gogui-setup b H8 b J9 b H6 b J5 w H7 w J7 w J10 w J4
70 reg_genmove b
#? [!G7]
# A five goes before a foul: the fifth move here makes a double four, too.
clear_board
gogui-setup b D8 b E8 b F8 b G8 b H5 b H6 b H7 w C8 w H4 w P1 w P3 w P5 w P7 w P9
71 reg_genmove b
#? [H8]
# Black may not block at a forbidden square; white wins with a four there.
clear_board
gogui-setup b G8 b J8 b H9 b H7 w A1 w C1 w E1 w G1
72 is_legal b H8
#? [0]
73 is_legal w H8
#? [1]
# An overline is no five for black, and one for white.
clear_board
gogui-setup b D8 b E8 b F8 b H8 b J8 w D3 w E3 w F3 w H3 w J3
74 is_legal b G8
#? [0]
75 reg_genmove w
#? [G3]

# A five closed at both ends is nothing under the caro rules.
clear_board
rustgomo-rule caro
gogui-setup b H8 b G8 b J8 b K8 w F8 w F7 w F9 w M8
80 reg_genmove b
#? [F5|F6|F10|F11]
rustgomo-rule exact-caro
81 reg_genmove b
#? [F5|F6|F10|F11]
# Freestyle does not mind.
rustgomo-rule freestyle
82 reg_genmove b
#? [L8]
# The edge closes nothing.
rustgomo-rule caro
clear_board
gogui-setup b A8 b B8 b C8 b D8 w F8 w F7 w K3
83 reg_genmove b
#? [E8]

# The end of the game is seen.
clear_board
rustgomo-rule freestyle
gogui-play_sequence b A1 w A2 b B1 w B2 b C1 w C2 b D1 w D2 b E1
90 final_score
#? [B\+1]
91 genmove w
#? [resign]
