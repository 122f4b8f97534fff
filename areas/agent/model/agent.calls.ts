import { command, nothing, query } from '@qitao/core/call.ts'
import { because, id, plainString } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

const base = '/mep_server/biz/strategy/'
const agentPage = [pages.leanAgent]
/** */
export const longestQuestion = 2000

const column = z.object({ title: z.string(), numeric: z.boolean() })
const table = z.object({
  title: z.string(),
  columns: z.array(column),
  /** At most `mostShown`; `link` is the address of the record's page. */
  rows: z.array(z.object({ cells: z.array(z.string()), link: z.string().nullable() })),
  total: z.int(),
})
const evidence = z.object({
  /** Path of the call that was asked, in the name and under the rights of the member, and with what. */
  path: z.string(),
  title: z.string(),
  input: z.unknown(),
  /** Rows that it found; null where it answers no list. */
  total: z.int().nullable(),
})
const references = z.object({
  /** Key of the question that was understood; null: none was. */
  question: z.string().nullable(),
  /** No language model takes part. */
  mode: z.literal('rules'),
  tables: z.array(table),
  evidence: z.array(evidence),
  /** What one may ask instead, or next. */
  suggestions: z.array(z.string()),
})
export type AnswerTable = z.infer<typeof table>
export type Evidence = z.infer<typeof evidence>
export type References = z.infer<typeof references>

/** Answers a question about the factory from the product's own reading calls; it changes nothing but the conversation. */
export const askLeanAgent = command(`${base}ask_lean_agent`, {
  title: text('询问智能体', 'Ask the agent'),
  grantedBy: agentPage,
  input: z.strictObject({
    question: plainString(longestQuestion).refine(asked => asked.trim() !== '', because(generalErrors.fieldRequired)),
    conversation_id: id.optional(),
  }),
  output: z.object({ answer: z.string(), conversation_id: id, references }),
})

const conversation = z.object({ id, title: z.string(), message_count: z.int(), updated_time: z.int() })
export type Conversation = z.infer<typeof conversation>
/** One's own conversations, the latest first; nobody sees another's. */
export const listConversations = query(`${base}query_agent_conversation_list`, {
  title: text('智能体会话', 'Conversations with the agent'),
  grantedBy: agentPage,
  input: z.strictObject({ page: z.int().min(1).default(1), page_size: z.int().min(1).max(200).default(10) }),
  output: z.object({ result: z.array(conversation), total: z.int() }),
})

const message = z.object({ id, question: z.string(), answer: z.string(), references, created_time: z.int() })
export type AgentMessage = z.infer<typeof message>
/** Ours: what was said in a conversation, the oldest first. */
export const showConversation = query(`${base}query_agent_conversation_detail`, {
  title: text('智能体会话内容', 'A conversation with the agent'),
  grantedBy: agentPage,
  input: z.strictObject({ id }),
  output: z.object({ result: z.array(message) }),
})
/** Ours. */
export const dropConversation = command(`${base}drop_agent_conversation`, {
  title: text('删除会话', 'Delete a conversation'),
  grantedBy: agentPage,
  input: z.strictObject({ id }),
  output: nothing,
})

/** Ours: the questions that the member's rights allow, by group. */
export const listAgentQuestions = query(`${base}query_agent_question_list`, {
  title: text('智能体可答问题', 'Questions that the agent answers'),
  grantedBy: agentPage,
  input: nothing,
  output: z.object({
    result: z.array(
      z.object({ group: z.string(), questions: z.array(z.object({ key: z.string(), example: z.string() })) }),
    ),
  }),
})
