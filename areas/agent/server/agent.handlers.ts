import { isDeepStrictEqual } from 'node:util'
import type { AnyCall, Call, Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { explain, Refusal, refuse } from '@qitao/core/refusal.ts'
import { say, text } from '@qitao/core/text.ts'
import { findRecords } from '@qitao/insight/model/find.calls.ts'
import { type RecordKindName, recordKinds } from '@qitao/insight/model/record-kinds.ts'
import { readingWith, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import {
  type Context,
  expectGranted,
  type Handler,
  handle,
  handleInSteps,
  Moved,
  type SignedInHandler,
  Warning,
} from '@qitao/platform/server/http/handle.ts'
import { pageAt } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import {
  type AgentMessage,
  askLeanAgent,
  type Conversation,
  dropConversation,
  type Evidence,
  listAgentQuestions,
  listConversations,
  type References,
  showConversation,
} from '../model/agent.calls.ts'
import { type Answer, type Asked, nameOf, type Question, type Subject, tellerOf } from '../model/question.ts'
import { questionGroups, questions } from '../model/questions/index.ts'
import { type Meaning, meaningsOf } from '../model/understand.ts'

const mostSuggestions = 6
const titleLength = 60
/** The latest of a conversation; older ones stay where they are. */
const mostMessages = 100

type Told = Answer & Pick<References, 'question' | 'suggestions'>
type Ask = Asked['ask']
/** A call that computes is asked in steps of its own, so that no transaction is open meanwhile. */
class Computes extends Error {
  readonly handler: SignedInHandler
  readonly input: unknown
  constructor(handler: SignedInHandler, input: unknown) {
    super(handler.call.path)
    this.handler = handler
    this.input = input
  }
  isOf({ call }: SignedInHandler, input: unknown): boolean {
    return call.path === this.handler.call.path && isDeepStrictEqual(input, this.input)
  }
}
/** What the steps begin with: an answer, or what has to be computed for it first. */
type Begun =
  | { readonly told: Told; readonly evidence: Evidence[] }
  | { readonly computes: Computes; readonly read: unknown }

/** `all` are the handlers of the product: the agent asks them as the member would, under the member's rights. */
export function agentHandlers(all: () => readonly Handler[]): Handler[] {
  const handlerOf = (path: string): SignedInHandler => {
    const handler = all().find(({ call }) => call.path === path)
    if (handler?.audience !== 'signed_in') throw new Error(`no handler answers ${path}`)
    return handler
  }
  return [
    handleInSteps(askLeanAgent, {
      async load({ question }, context): Promise<Begun> {
        const evidence: Evidence[] = []
        const ask = asker(context, handlerOf, evidence, (handler, input) => {
          throw new Computes(handler, input)
        })
        try {
          return { told: await answerTo(question, context, ask), evidence }
        } catch (error) {
          if (!(error instanceof Computes)) throw error
          return { computes: error, read: await orRefusal(() => error.handler.steps!.load(error.input, context)) }
        }
      },
      decide: async begun =>
        'told' in begun || begun.read instanceof Refusal
          ? undefined
          : orRefusal(() => begun.computes.handler.steps!.decide(begun.read)),
      async save({ question, conversation_id }, context, begun, decided, tries) {
        const evidence: Evidence[] = 'told' in begun ? begun.evidence : []
        const ask = asker(context, handlerOf, evidence, async (handler, input) => {
          // The books were read anew meanwhile: what was computed answers only what it was computed for.
          if (!('computes' in begun) || !begun.computes.isOf(handler, input)) throw new Moved()
          const { read } = begun
          for (const refused of [read, decided]) if (refused instanceof Refusal) throw refused
          return handler.steps!.save(input, context, read, decided, tries)
        })
        const told = 'told' in begun ? begun.told : await answerTo(question, context, ask)
        const { text: answer, tables = [], ...understood } = told
        const references: References = { mode: 'rules', tables: [...tables], evidence, ...understood }
        const conversation = await conversationOf(context, conversation_id, question)
        await saveMessage(context, conversation, { question, answer, references })
        return { answer, conversation_id: conversation, references }
      },
    }),

    handle(listConversations, async ({ page, page_size }, { tx, org_id, member }) => {
      const found = await rows(
        tx,
        sql<Conversation>`select id, title, message_count, updated_time
          from agent_conversation where org_id = ${org_id} and created_by = ${member.user_id}
          order by updated_time desc, id limit ${page_size} offset ${(page - 1) * page_size}`,
      )
      const [all] = await rows(
        tx,
        sql<{ total: number }>`select count(*) as total from agent_conversation
          where org_id = ${org_id} and created_by = ${member.user_id}`,
      )
      return { result: found, total: all!.total }
    }),

    handle(showConversation, async ({ id }, context) => {
      await expectOwn(context, id)
      const latest = await rows(
        context.tx,
        sql<AgentMessage>`select id, question, answer, "references", created_time from agent_message
          where org_id = ${context.org_id} and conversation_id = ${id} order by position desc limit ${mostMessages}`,
      )
      return { result: latest.reverse().map(message => asAllowedNow(message, context)) }
    }),

    handle(dropConversation, async ({ id }, context) => {
      await expectOwn(context, id, sql`for update`)
      await sql`delete from agent_conversation where org_id = ${context.org_id} and id = ${id}`.execute(context.tx)
      return {}
    }),

    handle(listAgentQuestions, async (_, { member, language, now }) => {
      const teller = tellerOf(language, member.time_zone, now)
      const result = questionGroups.map(({ title, questions: own }) => ({
        group: teller.say(title),
        questions: own
          .filter(({ calls }) => calls.every(call => isGranted(call, member.grants)))
          .map(({ key, example }) => ({ key, example: teller.say(example) })),
      }))
      return { result: result.filter(({ questions: own }) => own.length > 0) }
    }),
  ]
}

/** The member's own conversation, locked; a new one when none is named. */
async function conversationOf(context: Context, id: string | undefined, question: string): Promise<string> {
  if (id !== undefined) {
    await expectOwn(context, id, sql`for update`)
    return id
  }
  const made = newId()
  await sql`insert into agent_conversation (id, title) values (${made}, ${question.trim().slice(0, titleLength)})`.execute(
    context.tx,
  )
  return made
}
async function expectOwn({ tx, org_id, member }: Context, id: string, locking = sql``): Promise<void> {
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from agent_conversation where org_id = ${org_id} and id = ${id}
      and created_by = ${member.user_id} ${locking}`,
  )
  if (found.length === 0) refuse(generalErrors.recordNotFound)
}
async function saveMessage(
  { tx, org_id }: Context,
  conversation_id: string,
  { question, answer, references }: Pick<AgentMessage, 'question' | 'answer' | 'references'>,
): Promise<void> {
  await sql`insert into agent_message (id, conversation_id, position, question, answer, "references")
    select ${newId()}, id, message_count, ${question}, ${answer}, ${JSON.stringify(references)}::jsonb
    from agent_conversation where org_id = ${org_id} and id = ${conversation_id}`.execute(tx)
  await sql`update agent_conversation set message_count = message_count + 1
    where org_id = ${org_id} and id = ${conversation_id}`.execute(tx)
}

/** What was answered when the member had rights that are gone is not shown any more. */
function asAllowedNow(message: AgentMessage, { member, language, calls }: Context): AgentMessage {
  const { references } = message
  const byPath = new Map(calls.map(call => [call.path, call]))
  const isAllowed = ({ path }: Evidence): boolean => {
    const call = byPath.get(path)
    return call !== undefined && isGranted(call, member.grants)
  }
  if (references.evidence.every(isAllowed)) return message
  const answer = say(text('您已没有查看这些数据的权限。', 'You have no right to see this any more.'), language)
  return { ...message, answer, references: { ...references, tables: [], evidence: [] } }
}

async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

async function answerTo(words: string, context: Context, ask: Ask): Promise<Told> {
  const teller = tellerOf(context.language, context.member.time_zone, context.now)
  const suggestions = suggestionsFor(context)
  const meanings = meaningsOf(words, questions)
  let lost: { meaning: Meaning; several: readonly Subject[] } | undefined
  for (const meaning of meanings) {
    const { question, about } = meaning
    const missing = question.calls.find(call => !isGranted(call, context.member.grants))
    if (missing) return { ...noRight(missing, teller), question: question.key, suggestions }
    const found = about === null ? [] : await subjectsNamed(about, question, ask)
    const subject = found.length === 1 ? found[0]! : undefined
    if (question.subjects && !subject) {
      if (!lost || lost.several.length === 0) lost = { meaning, several: found }
      continue
    }
    const asked: Asked = {
      ...{ ...teller, ask, subject: subject! },
      linkTo: (kind, row) => linkOf(kind, row, context.member.pages),
    }
    return { ...(await answeredOrRefused(question, asked)), question: question.key, suggestions: [] }
  }
  if (lost) return { ...notFound(lost.meaning, lost.several, teller), question: lost.meaning.question.key, suggestions }
  return {
    text: teller.say(
      text(
        '这个问题我不懂。我按规则回答固定的几十种问题，不会编造答案；可以这样问：',
        'I do not understand this question. I answer some dozens of kinds of questions by rules, and make nothing up. You may ask:',
      ),
    ),
    ...{ question: null, suggestions },
  }
}

/** What a call refuses is the answer: a work order without a plan has no place in it. */
async function answeredOrRefused({ answer }: Question, asked: Asked): Promise<Answer> {
  try {
    return await answer(asked)
  } catch (error) {
    if (error instanceof TooLarge)
      return {
        text: asked.say(
          text(
            '数据太多，这里不计算；请到对应页面查看。',
            'There is too much to compute it here: open the page of it.',
          ),
        ),
      }
    if (!(error instanceof Refusal)) throw error
    return { text: explain(error.definition, error.data, asked.language) }
  }
}
/** So much is asked for that the call would be answered in a thread. */
class TooLarge extends Error {}

/** Asks the product in the name of the member, and notes what was asked. `compute` answers for calls that take steps. */
function asker(
  context: Context,
  handlerOf: (path: string) => SignedInHandler,
  evidence: Evidence[],
  compute: (handler: SignedInHandler, input: unknown) => Promise<unknown>,
): Ask {
  return async <I extends z.ZodType, O extends z.ZodType>(call: Call<I, O>, given: z.input<I>) => {
    const { tx, member } = context
    expectGranted(member, call)
    const handler = handlerOf(call.path)
    const input = call.input.parse(given)
    if (await handler.isLarge?.(input, context)) throw new TooLarge(call.path)
    // The conversation is written, what it asks for is read as the member reads it.
    const cut = member.workgroup_only && call.acrossWorkgroups !== 'whole'
    const answered = await readingWith(tx, cut, () =>
      handler.steps ? compute(handler, input) : handler.work(input, context),
    )
    const output = call.output.parse(answered instanceof Warning ? answered.data : answered) as Out<Call<I, O>>
    const { total = null } = output as { total?: number }
    if (call.path !== findRecords.path) {
      const title = context.language === 'zh' ? call.title.zh : call.title.en
      evidence.push({ path: call.path, title, input: given, total })
    }
    return output
  }
}

/** Those that bear just this number or name; else all that contain it. */
async function subjectsNamed(about: string, { subjects = [] }: Question, ask: Ask): Promise<Subject[]> {
  const { groups } = await ask(findRecords, { keyword: about.slice(0, 50) })
  const found = groups
    .filter(({ kind }) => subjects.includes(kind))
    .flatMap(({ kind, records }) => records.map(({ id, no, name }): Subject => ({ kind, id, no, name })))
  const bears = ({ no, name }: Subject) =>
    [no, name, nameOf({ no, name })].some(each => each?.toLowerCase() === about.toLowerCase())
  const exact = found.filter(bears)
  return exact.length > 0 ? exact : found
}

function notFound(
  { question, about }: Meaning,
  several: readonly Subject[],
  { say }: ReturnType<typeof tellerOf>,
): Answer {
  const kind = say(recordKinds[question.subjects![0]!].title)
  if (several.length === 0)
    return {
      text: say(
        text(
          '没有找到您可以查看的「{about}」（{kind}）。请写单号、编码或名称。',
          'Nothing that you may see is called “{about}” ({kind}). Name a number, a code or a name.',
        ),
        { about, kind },
      ),
    }
  return {
    text: say(
      text(
        '有几个「{about}」（{kind}），是哪一个？{names}',
        'Several are called “{about}” ({kind}). Which one? {names}',
      ),
      {
        ...{ about, kind },
        names: several.map(nameOf).join('; '),
      },
    ),
  }
}

function noRight(call: AnyCall, { say }: ReturnType<typeof tellerOf>): Answer {
  const pages = typeof call.grantedBy === 'string' ? [] : call.grantedBy
  const named = pages.map(({ path }) => pageAt(path)).flatMap(page => (page ? [say(page.title)] : []))
  return {
    text: say(
      text(
        '您没有查看这些数据的权限（需要页面：{pages}）。',
        'You have no right to see this (one of these pages is needed: {pages}).',
      ),
      {
        pages: named.join(', '),
      },
    ),
  }
}

function suggestionsFor({ member, language, now }: Context): string[] {
  const { say } = tellerOf(language, member.time_zone, now)
  const may = questions.filter(
    ({ calls, subjects }) => !subjects && calls.every(call => isGranted(call, member.grants)),
  )
  return may.slice(0, mostSuggestions).map(({ example }) => say(example))
}

function linkOf(
  kind: RecordKindName,
  found: { id: string; no: string; parent_id?: string | null },
  allowed: ReadonlySet<string>,
): string | null {
  const opening = recordKinds[kind].opens.find(({ page }) => allowed.has(page.path))
  if (!opening) return null
  const { id, no, parent_id = null } = found
  const query = Object.entries(opening.query({ id, no, parent_id })).map(([key, value]): [string, string] => [
    key,
    String(value),
  ])
  return `${opening.page.path}?${new URLSearchParams(query)}`
}
