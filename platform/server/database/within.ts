import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Undone alone when it fails. */
export async function within<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint within`.execute(tx)
  try {
    const done = await work()
    await sql`release savepoint within`.execute(tx)
    return done
  } catch (error) {
    await sql`rollback to savepoint within`.execute(tx)
    await sql`release savepoint within`.execute(tx)
    throw error
  }
}
