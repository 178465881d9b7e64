-- What the newest look has found, for the intents that decide on it.
-- `acts` counts what was sent and answered: the same question after it is another question, also where the screen is the same.
return { view = nil, state = "starting", stable_ms = 0, delivery = nil, dialog_id = nil, acts = 0 }
