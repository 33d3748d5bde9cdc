/** The engine under Node.js, after packaging/web.sh. */
import { readFile } from 'node:fs/promises';

const SITE = new URL('../../target/web/site/', import.meta.url);
const { default: init, describe, Engine } = await import(new URL('engine/engine.js', SITE).href);
await init({ module_or_path: await readFile(new URL('engine/engine_bg.wasm', SITE)) });

export { describe, Engine };
export const network = rule => readFile(new URL(`networks/${rule}.rgn`, SITE));
/** The last report of an analysis. @param {any} engine @param {any[]} values rule, board, moves and request */
export const analyse = (engine, ...values) =>
    JSON.parse(engine.answer(JSON.stringify({ analyse: values }), { report: () => undefined, live: () => undefined, isStopped: () => false }));

let state = 1;
/** The same numbers from 0 to 1 in every run (Park and Miller). */
export const random = () => (state = (state * 48_271) % 0x7fff_ffff) / 0x7fff_ffff;
