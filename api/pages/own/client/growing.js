// Answers that grow over a socket, for as long as somebody listens.

/**
 * @param {import('./socket.js').Socket} socket
 * @param {string} query a subscription with one field
 * @param {Record<string, unknown>} variables
 * @param {{ told: (answer: any) => void, failed: (refusal: import('./refusal.js').Refusal) => void }} heard
 * @param {() => void} [over] called once nothing more will be told
 * @returns {() => void} leaves: nothing more is told
 */
export function growing(socket, query, variables, { told, failed }, over = () => {}) {
  let left = false;
  const leave = socket.subscribe({
    query,
    variables: () => variables,
    next: (data) => { if (!left) told(Object.values(data)[0]); },
    done: over,
    failed: (refusal) => {
      if (!left) failed(refusal);
      over();
    },
  });
  return () => {
    left = true;
    leave();
    over();
  };
}
