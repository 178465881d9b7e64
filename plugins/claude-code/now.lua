-- What the newest look has found, for the intents that decide on it. `attached` is what attach_file has left in the box.
-- `acts` counts what was sent and answered: the same question after it is another question, also where the screen is the same.
-- `is_held_back` is that the program has not said yet what the screen shows.
-- `version` is the program's own, by its greeting; `has_vim` is whether the box was seen in vim's insert mode.
-- `ended` is the end of a turn that was told last, until something is under way again.
-- `answered` is the dialog that a key was pressed for, until something else is seen; `has_left_welcome` that Enter was pressed there.
return { view = nil, state = "starting", stable_ms = 0, delivery = nil, dialog_id = nil, attached = nil, acts = 0, answered = nil, has_left_welcome = false }
