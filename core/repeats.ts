/** The server keeps the answer to a writing call so long: the same call under the same key is done once within it. */
export const repeatsKeptDays = 7
