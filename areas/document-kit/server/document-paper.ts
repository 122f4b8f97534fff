import type { Call, Out, Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { type Language, say, type Text, text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { pdfFile } from '@qitao/platform/server/files/file-kinds.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { jobErrors } from '@qitao/platform/server/jobs/job.errors.ts'
import { type JobHandler, job } from '@qitao/platform/server/jobs/job.ts'
import { log } from '@qitao/platform/server/log.ts'
import { printSheets } from '@qitao/platform/server/pdf/print.ts'
import type { Sheet } from '@qitao/platform/server/pdf/sheets.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { DocumentRow, LinedDocument } from '../model/document.ts'
import type { mailOf, printOf } from '../model/document-paper.ts'
import { type PaperOf, paperContent } from '../model/paper-content.ts'
import type { DocumentBooks } from './document-books.ts'
import type { DocumentFacts } from './document-table.ts'

export interface DocumentPaper {
  readonly print: Handler
  /** In the order of the ids; one that is not there is refused. */
  readonly sheets: (
    tx: Tx,
    org_id: string,
    ids: readonly string[],
    language: Language,
  ) => Promise<{ readonly sheets: readonly Sheet[]; readonly company: string }>
}

/** A declared document on paper. What is not valid yet, or no more, says so beside its title. */
export function documentPaper<D extends LinedDocument, X extends object>(
  of: D,
  books: DocumentBooks<D, X>,
  print: ReturnType<typeof printOf>,
  {
    valid,
    titled = () => of.record.title,
    ...declared
  }: PaperOf<D> & {
    /** States in which it is as it should be; of others the sheet says which. */
    readonly valid: readonly (string | number)[]
    /** What the sheet is called, where that is not the name of the document. */
    readonly titled?: (head: DocumentRow<D>) => Text
  },
): DocumentPaper {
  const contentOf = paperContent(of, declared)
  const sheets: DocumentPaper['sheets'] = async (tx, org_id, ids, language) => {
    const stored = await books.several(tx, org_id, ids)
    const linesOf = await books.linesByDocument(tx, org_id, ids)
    const [org] = await rows(
      tx,
      sql<{ name: string; time_zone: string }>`select name, time_zone from org where id = ${org_id}`,
    )
    const { name: company, time_zone } = org!
    return {
      company,
      sheets: ids.map(id => {
        const head = stored.get(id) ?? refuse(of.missing ?? generalErrors.recordNotFound)
        const { no, status }: Readonly<Record<string, unknown>> = head
        const state = valid.some(code => code === status) ? '' : ` (${say(of.statuses.stateOf(status), language)})`
        const title = `${say(titled(head), language)}${state}`
        return { title, company, no: String(no), ...contentOf(head, linesOf.get(id) ?? [], { language, time_zone }) }
      }),
    }
  }
  return {
    sheets,
    print: handle(print, async ({ ids, language: wanted }, { tx, org_id, language }) => {
      const title = say(of.record.title, wanted ?? language)
      await books.expectSeen(tx, org_id, ids)
      return pdfFile(
        title,
        await printSheets({ title, sheets: (await sheets(tx, org_id, ids, wanted ?? language)).sheets }),
      )
    }),
  }
}

/** Mails within an hour: whoever takes an account over is no sender of thousands. */
const mails = { seconds: 3_600, most: 60, most_all: 300 }
async function expectMayMail(
  tx: Tx,
  { org_id, user_id, now }: { org_id: string; user_id: string; now: Instant },
): Promise<void> {
  // One after the other, so that many at one moment are so many.
  await sql`select from app_user where org_id = ${org_id} and id = ${user_id} for no key update`.execute(tx)
  const [sent] = await rows(
    tx,
    sql<{
      own: number
      all: number
    }>`select count(*) filter (where created_by = ${user_id})::int as own, count(*)::int as all
      from job where org_id = ${org_id} and created_time > ${now - mails.seconds} and job_type like 'mail\\_%'`,
  )
  if (sent!.own >= mails.most || sent!.all >= mails.most_all)
    refuse(generalErrors.mailsTooMany, { most: mails.most, most_all: mails.most_all })
}

type MailCall = ReturnType<typeof mailOf>
/** What a mail says besides, such as a link, and what becomes of that when the mail is out, or is not. */
interface Added {
  readonly words: readonly Text[]
  readonly sent?: (tx: Tx) => Promise<unknown>
  readonly unsent?: (tx: Tx) => Promise<unknown>
}
/** Its document is locked. */
type Adds<C extends Call> = (
  tx: Tx,
  wanted: Parsed<C> & { readonly origin: string | null },
  at: { readonly org_id: string; readonly now: Instant },
) => Promise<Added>

interface PaperToMail<C extends Call> {
  /** Of the job. */
  readonly type: string
  /** Locks what is mailed; refuses what is not to be. */
  readonly lock: (tx: Tx, org_id: string, id: string) => Promise<{ readonly no: string }>
  readonly sheets: (tx: Tx, org_id: string, id: string, language: Language) => ReturnType<DocumentPaper['sheets']>
  /** What was sent, and to whom, is kept with it. */
  readonly keep: (
    tx: Tx,
    org_id: string,
    id: string,
    sent: { readonly mailed_to: string; readonly mailed_time: Instant },
  ) => Promise<unknown>
  readonly adds?: Adds<C> | undefined
  /** Calls that mail it, too. */
  readonly also?: readonly Call[] | undefined
}
/** How it is mailed: by its call, or within another one (`start` answers the job). */
interface Mailing<C extends Call> {
  readonly handler: Handler
  readonly job: JobHandler
  readonly start: (context: Context, wanted: Parsed<C>) => Promise<string>
}
/**
 * A paper as a mail. A job sends it, so that a slow mail server holds up nobody; that it was sent is kept also when somebody has
 * cancelled the job while it was going out. It is sent once: a job whose worker died is not repeated.
 */
export function paperMail<C extends Call>(
  call: C & Call<z.ZodType, MailCall['output']>,
  { type, lock, sheets: sheetsOf, keep, adds, also: alsoBy = [] }: PaperToMail<C>,
): Mailing<C> {
  type Wanted = { readonly id: string; readonly to: string; readonly language: Language; readonly words: string | null }
  const start = async ({ tx, org_id, member, now, origin, startJob }: Context, input: unknown): Promise<string> => {
    const wanted = input as Wanted
    await lock(tx, org_id, wanted.id)
    await expectMayMail(tx, { org_id, user_id: member.user_id, now })
    return startJob({ type, input: { ...wanted, origin } })
  }
  return {
    start,
    handler: handle(call, async (input, context): Promise<Out<MailCall>> => ({ job_id: await start(context, input) })),
    job: job<Wanted & { origin: string | null }>(
      type,
      'interactive',
      async (wanted, { org_id, user_id, now, transaction, cancelled, send }) => {
        const { id, language } = wanted
        const to = wanted.to.trim()
        const read = await transaction(async tx => {
          const { no } = await lock(tx, org_id, id)
          const added = await adds?.(tx, wanted as unknown as Parameters<Adds<C>>[1], { org_id, now: now() })
          const [sender] = await rows(
            tx,
            sql<{ name: string }>`select name from app_user where org_id = ${org_id} and id = ${user_id}`,
          )
          return { no, added, sender: sender!.name, ...(await sheetsOf(tx, org_id, id, language)) }
        })
        const { no, company, sheets, added, sender } = read
        const also = added?.words ?? []
        // What it is called follows from its state: a quotation may have become an order.
        const { title } = sheets[0]!
        const greeting = wanted.words?.trim() || say(usual, language, { title, no })
        const words = [greeting, ...also.map(line => say(line, language)), `${sender}\n${company}`].join('\n\n')
        try {
          const content = Buffer.from(await printSheets({ title, sheets }))
          if (cancelled()) throw new Refusal(jobErrors.serverStopped)
          await send({
            ...{ to, subject: `${company} ${title} ${no}`, text: words },
            attachments: [{ filename: `${no}.pdf`, content }],
          })
        } catch (problem) {
          if (added?.unsent) await transaction(added.unsent)
          if (problem instanceof Refusal) throw problem
          log.warn({ err: problem, type }, 'a mail was not sent')
          throw new Refusal(generalErrors.mailFailed)
        }
        // It is out, whoever has wished meanwhile that it were not.
        await transaction(async tx => {
          await keep(tx, org_id, id, { mailed_to: to, mailed_time: now() })
          await added?.sent?.(tx)
        })
        return { to }
      },
      { startedBy: [call, ...alsoBy] },
    ),
  }
}
const usual = text('您好，请查收附件中的{title} {no}。', 'Please find {title} {no} attached.')

/** A declared document as a mail with its paper; what was sent, and to whom, is kept with it (`mailed_to`, `mailed_time`). */
export const documentMail = <D extends LinedDocument, X extends object, C extends Call>(
  of: D,
  books: DocumentBooks<D, X>,
  call: C & Call<z.ZodType, MailCall['output']>,
  {
    paper,
    expect,
    adds,
    also,
  }: { paper: DocumentPaper; expect: (facts: DocumentFacts & X) => void } & Pick<PaperToMail<C>, 'adds' | 'also'>,
): Mailing<C> =>
  paperMail(call, {
    type: `mail_${of.record.name}`,
    async lock(tx, org_id, id) {
      const found = (await books.lock(tx, org_id, [id])).get(id) ?? refuse(of.missing ?? generalErrors.recordNotFound)
      expect(found)
      return found
    },
    sheets: (tx, org_id, id, language) => paper.sheets(tx, org_id, [id], language),
    async keep(tx, org_id, id, sent) {
      await books.lock(tx, org_id, [id])
      await books.write(tx, org_id, [id], sent)
    },
    adds,
    also,
  })
