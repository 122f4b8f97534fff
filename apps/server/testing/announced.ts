import type { LiveMessage } from '@qitao/core/live.ts'
import { liveChannel } from '@qitao/platform/server/http/live.ts'
import { expect } from 'vitest'
import type { TestApp, TestCompany } from './test-app.ts'

/**
 * What is refused rings nowhere: while the work is done nobody of the company hears anything on the live channel, and nothing is sent
 * to anybody. How far jobs are that were begun before is not the work's doing.
 */
export async function expectNotAnnounced<T>(
  { database, messages }: Pick<TestApp, 'database' | 'messages'>,
  { org_id }: Pick<TestCompany, 'org_id'>,
  work: () => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect()
  const heard: LiveMessage[] = []
  const hear = ({ payload = '' }) => {
    const told = JSON.parse(payload) as { org_id: string; message: LiveMessage }
    if (told.org_id === org_id && told.message.channel_type !== 'job') heard.push(told.message)
  }
  const sent = messages.length
  try {
    client.on('notification', hear)
    await client.query(`listen ${liveChannel}`)
    const done = await work()
    // What was told before this is asked is heard before it is answered.
    await client.query('select 1')
    expect({ heard, sent: messages.slice(sent) }).toEqual({ heard: [], sent: [] })
    return done
  } finally {
    await client.query('unlisten *')
    client.off('notification', hear)
    client.release()
  }
}
