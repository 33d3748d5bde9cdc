// @ts-check
/** The engine in a web worker. */

/** Size of the transposition table in MiB. */
let table = 64;

/** The exports of the build that the page has chosen. @type {Omit<typeof import('./engine.js'), 'default' | 'initSync'>} */
let build;
/** Search threads. */
let threads = 1;

/** @type {Promise<unknown>} */
let ready = Promise.reject(new Error('no engine'));
ready.catch(() => undefined);
/** @type {import('./engine.js').Engine | undefined} */
let engine;
/** @type {import('./engine.js').Book | undefined} */
let book;
/** How often the page has stopped, and whether a thread has failed, if the page may share memory. @type {Int32Array | undefined} */
let shared;
/** The same when the present request was made. */
let stops = 0;

function theEngine() {
    if (!engine) {
        engine = new build.Engine(table);
        engine.setThreads(threads);
    }
    return engine;
}

/** Loads the build for one thread, or the one for several with its other threads. @param {WebAssembly.Module} module */
async function load(module) {
    if (threads === 1) {
        const single = await import('./engine.js');
        await single.default({ module_or_path: module });
        build = single;
        return;
    }
    const shares = await import('./threads/engine.js');
    // A small device may not have room for the most that the build allows.
    const memory = new WebAssembly.Memory({ initial: 512, maximum: table > 512 ? 32768 : 16384, shared: true });
    await shares.default({ module_or_path: module, memory });
    await Promise.all(Array.from({ length: threads - 1 }, () => startHelper({ module, memory, shared })));
    // They wait for it; it ends when all have come.
    shares.makePool(threads - 1);
    build = shares;
}

/** Starts another search thread; it is ready when it waits for work. @param {object} message */
function startHelper(message) {
    const helper = new Worker(new URL('helper.js', import.meta.url), { type: 'module' });
    return new Promise((resolve, reject) => {
        helper.onmessage = ({ data: { error } }) => (error === undefined ? resolve(undefined) : reject(new Error(error)));
        helper.onerror = event => reject(new Error(event.message || 'a search thread cannot be started'));
        helper.postMessage(message);
    });
}

/** Ends a search of which a thread has failed: it would wait for that thread. */
function check() {
    if (shared && Atomics.load(shared, 1) > 0) throw new Error('a search thread failed');
}

/** A question that the engine answers. @param {string} what */
const ask = what => (/** @type {number} */ id, /** @type {unknown[]} */ ...values) => {
    const listener = {
        report: (/** @type {string} */ report) => postMessage({ id, report }),
        live: (/** @type {number} */ nodes, /** @type {number} */ ms) => postMessage({ id, live: { nodes, ms } }),
        isStopped: () => {
            check();
            return shared !== undefined && Atomics.load(shared, 0) > stops;
        },
    };
    return JSON.parse(theEngine().answer(JSON.stringify({ [what]: values }), listener));
};

/** @type {Record<string, (id: number, ...values: any[]) => unknown>} */
const calls = {
    describe: (_, rule, size, moves) => JSON.parse(build.describe(rule, size, moves)),
    opening: (_, opening, size, choices) => JSON.parse(build.describeOpening(opening, size, choices)),
    analyse: ask('analyse'),
    balance: ask('balance'),
    choose: ask('choose'),
    prove: ask('prove'),
    review: (_, rule, size, moves, lines, scores) => JSON.parse(build.review(rule, size, moves, lines, scores)),
    read: (_, name, bytes, rule, encoding, number) => JSON.parse(build.readTree(name, bytes, rule, encoding, number)),
    writeTree: (_, tree, format) => build.writeTree(JSON.stringify(tree), format),
    lost: (_, tree, format) => JSON.parse(build.lostFrom(JSON.stringify(tree), format)),
    openBook: (_, name, bytes, rule) => {
        book = new build.Book(name, bytes, rule);
        return JSON.parse(book.summary());
    },
    look: (_, rule, size, moves) => {
        // The worker that had it was lost.
        if (!book) throw 'no book';
        return JSON.parse(book.look(rule, size, moves));
    },
};

self.onmessage = async ({ data }) => {
    const { id, what, values, module, network } = data;
    try {
        if (module) {
            ({ shared, threads, table } = data);
            ready = load(module);
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
