import type pg from 'pg'

/** Strangers may ask, too: whoever asks soon after another one hears the same. */
const keptMs = 2_000

/**
 * Whether the server can do its work: the database answers, a write is committed, and there is room for a file (the sort does
 * not fit into its memory). So a database that only reads, and a full disk, are heard of.
 */
const probe = `begin; set local statement_timeout = '4s'; set local work_mem = '64kB';
  update write_probe set at = epoch_now();
  select max(words) from (select repeat('x', 200) || n as words from generate_series(1, 2000) as n order by n desc offset 1) as sorted;
  commit`

export function readiness(pool: pg.Pool): () => Promise<boolean> {
  let asked: { at: number; ready: Promise<boolean> } | undefined
  return () => {
    if (!asked || Date.now() - asked.at > keptMs) asked = { at: Date.now(), ready: takesWrites(pool) }
    return asked.ready
  }
}

async function takesWrites(pool: pg.Pool): Promise<boolean> {
  let client: pg.PoolClient | undefined
  try {
    client = await pool.connect()
    await client.query(probe)
    client.release()
    return true
  } catch {
    // It may stand in the middle of the transaction.
    client?.release(true)
    return false
  }
}
