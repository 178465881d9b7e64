-- What the newest look has found, for the intents that decide on it. `attached` is what attach_file has left in the box.
-- `acts` counts what was sent and answered: the same question after it is another question, also where the screen is the same.
return { view = nil, state = "starting", stable_ms = 0, delivery = nil, dialog_id = nil, attached = nil, acts = 0 }
