// Homes as people have them, where nothing but the screen tells of them.
import { testHomes } from "../five-things.mjs";

testHomes(false);
