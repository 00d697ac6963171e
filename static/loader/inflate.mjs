/**
 * The memory snapshot, unpacked: as a worker, so that the page's own thread goes on meanwhile; or as a module of the
 * page, where that may not start one (files of another origin, a content policy).
 */

/** `{ memory }` of `size` bytes, or `{ why }` not. The file holds the `parts` that are not empty, as [start, length]. */
export async function unpack(task) {
  try {
    return { memory: await inflate(task) };
  } catch (error) {
    return { why: error.message };
  }
}

async function inflate({ url, parts, size }) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  const reader = response.body.pipeThrough(new DecompressionStream("gzip")).getReader();
  const memory = new Uint8Array(size);
  let rest = new Uint8Array();
  for (const [start, length] of parts) {
    for (let filled = 0; filled < length; ) {
      if (!rest.length) rest = (await reader.read()).value;
      if (!rest) throw new Error("it is incomplete");
      const now = rest.subarray(0, length - filled);
      memory.set(now, start + filled);
      filled += now.length;
      rest = rest.subarray(now.length);
    }
  }
  return memory;
}

// A worker of PyScript may import this too, and has an onmessage of its own.
if (globalThis.name === "agentic-inflate") {
  onmessage = async ({ data: task }) => {
    const result = await unpack(task);
    postMessage(result, result.memory ? [result.memory.buffer] : []);
  };
}
