/** The server keeps the answer to a writing call so long: the same call under the same key is done once within it. */
export const repeatsKeptDays = 7
/** With an answer: the server had kept none for the key, so nothing was done under it before. */
export const keyStatusHeader = 'idempotency-key-status'
export const keyStatusNew = 'new'
