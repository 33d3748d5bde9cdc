// @ts-check
/** What the engine says about problems, in the language of the page. */
import { currentLanguage, t } from './words/words.js';

/** Sentences of the engine, and the texts `error.…` that say the same. @type {Record<string, RegExp>} */
const ERRORS = {
    occupied: /the square is (?:not empty|already occupied)/,
    over: /the game is over/,
    square: /expected (?:a )?square.* from (?<first>\w+) to (?<last>\w+)/,
    none: /expected at least one game, found none/,
    start: /begins on the empty board/,
    size: /expected a (?:width and height|size)|15x15/,
    silent: /the engine did not answer/,
    // Chromium, Firefox and Safari have words of their own for a file that did not come.
    load: /cannot be loaded|Failed to fetch|NetworkError|Load failed|Importing a module|dynamically imported|^puzzles: \d+/,
    database: /found a database of rustgomo/,
    line: /^line (?<n>\d+): (?<error>.*)/,
};

/** What went wrong, in the language of the page as far as it is known there. @param {unknown} problem */
export function errorText(problem) {
    const message = problem instanceof Error ? problem.message : String(problem);
    if (currentLanguage() === 'en' && !ERRORS.load.test(message)) return message;
    const place = /^move (\d+), (\w+): /.exec(message);
    const [name, pattern] = Object.entries(ERRORS).find(([, pattern]) => pattern.test(message)) ?? [];
    const text = name && pattern ? t(`error.${name}`, pattern.exec(message)?.groups) : message;
    return place && name ? `${place[1]}. ${place[2]}: ${text}` : text;
}
