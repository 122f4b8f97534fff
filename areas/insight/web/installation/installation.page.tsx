import type { Out } from '@qitao/core/call.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { queryInstallation } from '../../model/installation/installation.calls.ts'
import { concernsOf, sizeText, spanText } from '../../model/installation/installation.rules.ts'
import './installation.css'

type Status = Out<typeof queryInstallation>
const refreshMs = 15_000
const hundred = 100

/** How the installation fares, for whoever runs it: what needs a look first, then what it rests on. */
export default function InstallationPage() {
  const state = useCall(queryInstallation, {}, { refetchEvery: refreshMs })
  if (state.error && !state.data) return <ErrorState failure={state.error} retry={state.refetch} />
  if (!state.data) return <PageSkeleton />
  const { data } = state
  return (
    <PageTabs
      tabs={[
        { key: 'overview', title: text('概况', 'Overview'), page: <Overview of={data} at={state.dataUpdatedAt} /> },
        { key: 'slow', title: text('慢语句', 'Slow statements'), page: <Slow of={data} /> },
        { key: 'tables', title: text('数据表', 'Tables'), page: <Tables of={data} /> },
      ]}
    />
  )
}

function Overview({ of, at }: { of: Status; at: number }) {
  const say = useSay()
  const concerns = concernsOf({ ...of, now: Math.floor(at / 1000) })
  return (
    <div className="qt-page qt-installation">
      {concerns.length === 0 ? (
        <Alert type="success" showIcon title={say(text('一切正常', 'All is well'))} />
      ) : (
        <Alert
          type="warning"
          showIcon
          title={say(text('需要处理', 'To be looked at'))}
          description={
            <ul>
              {concerns.map(({ key, words, values }) => (
                <li key={key}>{say(words, values)}</li>
              ))}
            </ul>
          }
        />
      )}
      <div className="qt-installation-cards">
        <Program of={of} at={at} />
        <Storage of={of} />
        <Backup of={of} />
      </div>
      <Rows
        title={text('任务', 'Jobs')}
        heads={[
          text('队列', 'Lane'),
          text('等待', 'Waiting'),
          text('运行中', 'Running'),
          text('最长等待', 'Longest wait'),
        ]}
        rows={of.lanes.map(({ lane, queued, running, oldest_seconds }) => ({
          key: lane,
          cells: [say(laneTexts[lane] ?? text(lane, lane)), queued, running, say(spanText(oldest_seconds))],
        }))}
      />
      {of.failed_jobs.length > 0 ? (
        <Rows
          title={text('一天内失败的任务', 'Jobs that failed within a day')}
          heads={[text('类型', 'Kind'), text('次数', 'Times'), text('最近', 'Last')]}
          rows={of.failed_jobs.map(({ job_type, count, last_time }) => ({
            key: job_type,
            cells: [job_type, count, <Instant key="at" at={last_time} />],
          }))}
        />
      ) : null}
      <Rows
        title={text('等待锁的语句', 'Statements that wait for a lock')}
        none={text('没有语句在等待', 'None waits')}
        heads={[text('等待', 'For'), text('排在之前', 'Behind'), text('语句', 'Statement')]}
        rows={of.waiting.map(({ seconds, behind, statement }, index) => ({
          key: String(index),
          cells: [say(spanText(seconds)), behind, <code key="statement">{statement}</code>],
        }))}
      />
    </div>
  )
}

const laneTexts: Readonly<Record<string, Text>> = {
  interactive: text('有人等候', 'Somebody looks on'),
  planning: text('计划', 'Planning'),
  bulk: text('大量数据', 'Much data'),
  outward: text('向外发送', 'Sent outside'),
  housekeeping: text('清理', 'Housekeeping'),
}

function Program({ of, at }: { of: Status; at: number }) {
  const say = useSay()
  const { program } = of
  return (
    <Card
      title={text('程序', 'Program')}
      facts={[
        [text('运行时间', 'Up for'), say(spanText(Math.max(0, Math.floor(at / 1000) - program.started_time)))],
        [text('版本', 'Version'), program.version],
        [text('Node.js', 'Node.js'), program.node],
        [text('内存', 'Memory'), sizeText(program.memory_bytes)],
        [text('处理器', 'Processors'), program.processors],
        [text('迁移', 'Migrations'), program.migrations],
        [
          text('最近迁移', 'Last migration'),
          program.last_migration ? (
            <>
              {program.last_migration.name} <Instant at={program.last_migration.applied_time} />
            </>
          ) : (
            '—'
          ),
        ],
      ]}
    />
  )
}

function Storage({ of }: { of: Status }) {
  const say = useSay()
  const { database, disk, program } = of
  const free = text('{free} / {all}（{percent}%）', '{free} of {all} ({percent} %)')
  return (
    <Card
      title={text('数据库', 'Database')}
      facts={[
        [text('PostgreSQL', 'PostgreSQL'), program.postgres],
        [text('大小', 'Size'), sizeText(database.bytes)],
        [text('连接', 'Connections'), `${database.connections} / ${database.most_connections}`],
        [text('最长事务', 'Longest transaction'), say(spanText(database.longest_transaction_seconds))],
        [
          text('服务器磁盘剩余', 'Free disk of the server'),
          disk
            ? say(free, {
                free: sizeText(disk.free_bytes),
                all: sizeText(disk.bytes),
                percent: Math.floor((disk.free_bytes * hundred) / disk.bytes),
              })
            : '—',
        ],
      ]}
    />
  )
}

function Backup({ of }: { of: Status }) {
  const say = useSay()
  const [last] = of.backups
  return (
    <Card
      title={text('备份', 'Backup')}
      facts={
        last
          ? [
              [text('最近', 'Last'), <Instant key="at" at={last.moment_time} />],
              [
                text('试恢复', 'Restored by way of trial'),
                last.tried_time ? <Instant key="tried" at={last.tried_time} /> : say(text('未试', 'Not tried')),
              ],
              [text('大小', 'Size'), sizeText(last.bytes)],
              [text('行数', 'Rows'), last.rows.toLocaleString()],
              [
                text('更早', 'Before'),
                <>
                  {of.backups.slice(1, 4).map(({ moment_time }) => (
                    <div key={moment_time}>
                      <Instant at={moment_time} />
                    </div>
                  ))}
                  {of.backups.length === 1 ? '—' : null}
                </>,
              ],
            ]
          : [[text('最近', 'Last'), say(text('还没有备份', 'There is none'))]]
      }
    />
  )
}

function Slow({ of }: { of: Status }) {
  const say = useSay()
  const took = (ms: number) => say(text('{seconds} 秒', '{seconds} s'), { seconds: (ms / 1000).toFixed(1) })
  return (
    <div className="qt-page qt-installation">
      <Rows
        title={text('一周内超过 {seconds} 秒的语句', 'Statements of a week that took longer than {seconds} s')}
        values={{ seconds: of.slow_seconds }}
        none={text('没有慢语句', 'There are none')}
        heads={[
          text('次数', 'Times'),
          text('合计', 'In all'),
          text('最长', 'Longest'),
          text('最近', 'Last'),
          text('语句与来源', 'Statement, and what asked'),
        ]}
        rows={of.slow_statements.map(({ statement, cause, times, total_ms, longest_ms, last_time }) => ({
          key: statement,
          cells: [
            times,
            took(total_ms),
            took(longest_ms),
            <Instant key="at" at={last_time} />,
            <>
              {cause ? <div className="qt-secondary">{cause}</div> : null}
              <code>{statement}</code>
            </>,
          ],
        }))}
      />
    </div>
  )
}

function Tables({ of }: { of: Status }) {
  return (
    <div className="qt-page qt-installation">
      <Rows
        title={text('最大的数据表', 'Largest tables')}
        heads={[text('表', 'Table'), text('大小', 'Size'), text('行数（估计）', 'Rows (estimate)')]}
        rows={of.tables.map(({ name, bytes, rows }) => ({
          key: name,
          cells: [name, sizeText(bytes), rows.toLocaleString()],
        }))}
      />
    </div>
  )
}

type Fact = readonly [title: Text, value: ReactNode]
function Card({ title, facts }: { title: Text; facts: readonly Fact[] }) {
  const say = useSay()
  return (
    <section className="qt-installation-part">
      <h2>{say(title)}</h2>
      <dl className="qt-installation-facts">
        {facts.map(([name, value]) => (
          <FactLine key={name.en} name={say(name)} value={value} />
        ))}
      </dl>
    </section>
  )
}
function FactLine({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

interface RowsProps {
  title: Text
  values?: Readonly<Record<string, unknown>>
  heads: readonly Text[]
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
  none?: Text
}
function Rows({ title, values = {}, heads, rows, none = text('没有', 'None') }: RowsProps) {
  const say = useSay()
  return (
    <div className="qt-installation-part">
      <h2>{say(title, values)}</h2>
      {rows.length === 0 ? (
        <span className="qt-secondary">{say(none)}</span>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it by keys
        <section className="qt-installation-rows" aria-label={say(title, values)} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {heads.map(head => (
                  <th key={head.en} scope="col">
                    {say(head)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, index) => (
                    <td key={heads[index]?.en}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}
