import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, type TestMember, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Language } from '@qitao/core/text.ts'
import type { RecordKindName } from '@qitao/insight/model/record-kinds.ts'
import { listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  askLeanAgent,
  dropConversation,
  listAgentQuestions,
  listConversations,
  showConversation,
} from '../model/agent.calls.ts'
import { questions } from '../model/questions/index.ts'

// Sample data are made in one transaction, which locks in an order of its own.
const app = await testApp({ locksInOrder: false, sampled: true })
const aQuestion = { question: '各状态的工单各有多少？' }
const aConversation = async ({ admin }: TestCompany) => {
  const { conversation_id: id } = await admin.ok(askLeanAgent, aQuestion)
  return { id }
}
const nobody = '01a21951-0000-7000-8000-000000000000'

contract(app, askLeanAgent, {
  set: async () => ({}),
  good: () => aQuestion,
  async check({ answer, references, conversation_id }, _, { admin }) {
    expect(answer).toBe('共有 0 张工单。')
    expect(references).toMatchObject({ question: 'mos_by_state', mode: 'rules' })
    expect(references.evidence).toMatchObject([{ path: '/mep_server/biz/mo/query_mo_count', input: {} }])
    expect((await admin.ok(showConversation, { id: conversation_id })).result).toMatchObject([
      { ...aQuestion, answer, references },
    ])
  },
  refused: () => [
    ['no question', { question: ' ' }, generalErrors.fieldRequired],
    ['too long a question', { question: 'x'.repeat(2001) }, generalErrors.fieldTooLong],
    ['a conversation that is not there', { ...aQuestion, conversation_id: nobody }, generalErrors.recordNotFound],
  ],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, listConversations, {
  set: aConversation,
  good: () => ({}),
  check: ({ result, total }, { id }) => {
    expect(result).toMatchObject([{ id, title: aQuestion.question, message_count: 1 }])
    expect(total).toBe(1)
  },
  refused: () => [['no page', { page: 0 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ result: [], total: 0 }),
})
contract(app, showConversation, {
  set: aConversation,
  good: set => set,
  refused: () => [['one that is not there', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropConversation, {
  set: aConversation,
  good: set => set,
  check: async (_, __, { admin }) => expect((await admin.ok(listConversations, {})).total).toBe(0),
  refused: () => [['one that is not there', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, listAgentQuestions, {
  set: async () => ({}),
  good: () => ({}),
  check: ({ result }) =>
    expect(
      result
        .flatMap(({ questions: own }) => own)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(questions.map(({ key }) => key).sort()),
  refused: () => [['something else', { page: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(JSON.stringify(data)).not.toContain('MO-'),
})

const answered = (member: TestMember, question: string, conversation_id?: string, language: Language = 'zh') =>
  member.ok(askLeanAgent, { question, conversation_id }, { language })

test('a conversation goes on, and is its maker’s alone', async () => {
  const company = await app.company()
  const { conversation_id } = await answered(company.admin, '现在缺哪些料？')
  await answered(company.admin, '哪些工单会晚？', conversation_id)
  expect(
    (await company.admin.ok(showConversation, { id: conversation_id })).result.map(({ question }) => question),
  ).toEqual(['现在缺哪些料？', '哪些工单会晚？'])
  const colleague = await company.member([pages.leanAgent, pages.manufacturingOrders])
  expect((await colleague.ok(listConversations, {})).total).toBe(0)
  for (const call of [showConversation, dropConversation] as const)
    expect((await colleague.send(call, { id: conversation_id })).code).toBe(generalErrors.recordNotFound.code)
  expect((await colleague.send(askLeanAgent, { ...aQuestion, conversation_id })).code).toBe(
    generalErrors.recordNotFound.code,
  )
})

test('every kind of question is answered from the calls, in both languages, and its figures are theirs', async () => {
  const company = await app.sampledCompany()
  const { admin } = company
  const named = await someOf(company)
  for (const question of questions)
    for (const language of ['zh', 'en'] as const) {
      const subject = question.subjects ? named[question.subjects[0]!]! : ''
      const said = question.example[language].replace('…', ` ${subject} `)
      const { answer, references } = await answered(admin, said, undefined, language)
      expect([said, references.question]).toEqual([said, question.key])
      expect(answer, said).not.toMatch(/\{\w+\}|undefined|NaN|null/)
      expect(/[\u4e00-\u9fff]/.test(answer.replaceAll(subject, '')) || language === 'en', answer).toBe(true)
      expect(references.evidence.map(({ path }) => path).sort(), said).toEqual(
        question.calls.map(({ path }) => path).sort(),
      )
      const [table] = references.tables
      const total = references.evidence[0]!.total
      if (
        references.tables.length === 1 &&
        total !== null &&
        question.key !== 'sets_now' &&
        question.key !== 'machines_busy'
      )
        expect([said, table!.total]).toEqual([said, total])
    }
}, 240_000)

/** A record of each kind that the sample has, by its number. */
async function someOf({ as, org_id }: TestCompany): Promise<Partial<Record<RecordKindName, string>>> {
  const { rows } = await as(tx =>
    sql<{ mo: string; material: string; sales_order: string; customer: string; supplier: string; device: string }>`
      select (select no from mo where org_id = ${org_id} and planned_finish_time is not null order by no desc limit 1) as mo,
        (select m.code from material m join material_bom b on b.org_id = m.org_id and b.material_id = m.id where m.org_id = ${org_id} order by m.code limit 1) as material,
        (select no from sales_order where org_id = ${org_id} order by no desc limit 1) as sales_order,
        (select code from customer where org_id = ${org_id} order by code limit 1) as customer,
        (select code from supplier where org_id = ${org_id} order by code limit 1) as supplier,
        (select machine_no from device where org_id = ${org_id} order by machine_no limit 1) as device`.execute(tx),
  )
  return rows[0]!
}

test('it sees what the member may see, and says what is missing', async () => {
  const company = await app.company()
  const talker = await company.member([pages.leanAgent])
  const refused = await answered(talker, '哪些工单会晚？')
  expect(refused.answer).toMatch(/没有查看这些数据的权限.*制造工单|工单/)
  expect(refused.references).toMatchObject({ question: 'mos_late', tables: [], evidence: [], suggestions: [] })
  expect((await talker.send(listMos, {})).code).toBe(generalErrors.noPermission.code)
})

test('what was answered under rights that are gone is not shown any more', async () => {
  const company = await app.company()
  const planner = await company.member([pages.leanAgent, pages.manufacturingOrders])
  const { conversation_id, answer } = await answered(planner, aQuestion.question)
  const shown = async () => (await planner.ok(showConversation, { id: conversation_id })).result[0]!
  expect((await shown()).answer).toBe(answer)
  await company.as(tx =>
    sql`update app_permission set page_paths = ${[pages.leanAgent.path]} where org_id = ${company.org_id}
      and page_paths @> ${[pages.manufacturingOrders.path]}`.execute(tx),
  )
  expect(await shown()).toMatchObject({ question: aQuestion.question, references: { tables: [], evidence: [] } })
  expect((await shown()).answer).toBe('您已没有查看这些数据的权限。')
})

test('who is not known is said to be so, and nothing is made up', async () => {
  const { admin } = await app.company()
  const lost = await answered(admin, '工单 MO-NONE 为什么会晚？')
  expect(lost.answer).toContain('没有找到您可以查看的「MO-NONE」')
  expect(lost.references.tables).toEqual([])
  const foreign = await answered(admin, '写一首诗')
  expect(foreign.references).toMatchObject({ question: null, tables: [], evidence: [] })
  expect(foreign.references.suggestions.length).toBeGreaterThan(3)
})
