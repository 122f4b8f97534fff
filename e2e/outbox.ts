// Messages of the server to people, as files: what somebody without a mail server reads.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

export const messagesTo = (contact: string): string[] => {
  const { STORY_OUTBOX } = process.env
  if (!STORY_OUTBOX) throw new Error('STORY_OUTBOX is missing: run stories with `npm test -- stories`')
  // The folder comes with the first message.
  if (!existsSync(STORY_OUTBOX)) return []
  return readdirSync(STORY_OUTBOX)
    .sort()
    .map(name => readFileSync(join(STORY_OUTBOX, name), 'utf8'))
    .filter(message => message.startsWith(`To: ${contact}\n`))
}

/** The code of the latest message to somebody. */
export async function codeSentTo(contact: string): Promise<string> {
  await expect.poll(() => messagesTo(contact).length).toBeGreaterThan(0)
  return /\b\d{6}\b/.exec(messagesTo(contact).at(-1)!.split('\n\n')[1]!)![0]
}
