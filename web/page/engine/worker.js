// @ts-check
/** The engine in a web worker. */
import init, { describe, describeOpening, Engine, prove, readTree, writeRecord, writeTree } from './engine.js';

/** Size of the transposition table in MiB. */
const TABLE_MIB = 64;

/** @type {Promise<unknown>} */
let ready = Promise.reject(new Error('no engine'));
ready.catch(() => undefined);
/** @type {Engine | undefined} */
let engine;
/** How often the page has stopped, if it may share memory. @type {Int32Array | undefined} */
let shared;
/** The same when the present request was made. */
let stops = 0;

const theEngine = () => (engine ??= new Engine(TABLE_MIB));

/** @type {Record<string, (id: number, ...values: any[]) => unknown>} */
const calls = {
    describe: (_, rule, size, moves) => JSON.parse(describe(rule, size, moves)),
    opening: (_, opening, size, choices) => JSON.parse(describeOpening(opening, size, choices)),
    choose: (_, rule, opening, size, choices, effort) => JSON.parse(theEngine().choose(rule, opening, size, choices, JSON.stringify(effort))),
    prove: (_, rule, size, moves, work) => JSON.parse(prove(rule, size, moves, work)),
    read: (_, bytes, rule) => JSON.parse(readTree(bytes, rule)),
    writeTree: (_, tree, format) => writeTree(JSON.stringify(tree), format),
    write: (_, rule, size, moves, format) => writeRecord(rule, size, moves, format),
    analyse: (id, rule, size, moves, request) => {
        const listener = {
            report: (/** @type {string} */ report) => postMessage({ id, report }),
            isStopped: () => shared !== undefined && Atomics.load(shared, 0) > stops,
        };
        return JSON.parse(theEngine().analyse(rule, size, moves, JSON.stringify(request), listener));
    },
};

self.onmessage = async ({ data }) => {
    const { id, what, values, module, network } = data;
    try {
        if (module) {
            shared = data.shared;
            ready = init({ module_or_path: module });
            await ready;
            postMessage({ loaded: true });
            return;
        }
        await ready;
        if (network) {
            try {
                theEngine().insertNetwork(new Uint8Array(network));
            } catch (error) {
                if (typeof error !== 'string') throw error;
                postMessage({ refused: error });
            }
            return;
        }
        stops = data.stops;
        postMessage({ id, started: true });
        postMessage({ id, value: calls[what](id, ...values) });
    } catch (error) {
        // The engine's errors are strings; after anything else, such as a trap, its state is unknown.
        postMessage(typeof error === 'string' ? { id, error } : { id, crash: String(error) });
    }
};
