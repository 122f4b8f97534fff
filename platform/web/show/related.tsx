import { ApartmentOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { Button, Modal } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../call/use-call.ts'
import { type FoundRecord, recordAddress, recordCalls, stateOfRecord } from '../list/record-parts.ts'
import { useSay } from '../session/language.ts'
import { useSession } from '../session/session.ts'
import { ErrorState } from './error-state.tsx'
import { RowsSkeleton } from './skeleton.tsx'
import { StatusTag } from './status-tag.tsx'
import './records.css'

/** The documents that this one came from and led to, as links; of those only what the member may open. */
export function Related({ kind, id }: { kind: string; id: string }) {
  const say = useSay()
  const { may } = useSession()
  const [drawn, setDrawn] = useState(false)
  const found = useCall(recordCalls().neighbours, { kind, id })
  const partOf = (of: string, record: FoundRecord) =>
    of === 'mo' && kind === 'mo' ? say(record.parent_id === id ? text('子', 'child') : text('父', 'parent')) : undefined
  return (
    <section className="qt-related" aria-label={say(title)}>
      <h3>
        {say(title)}
        {found.data && found.data.groups.length > 0 ? (
          <Button
            type="link"
            size="small"
            disabled={false}
            icon={<ApartmentOutlined aria-hidden />}
            onClick={() => setDrawn(true)}
          >
            {say(text('关联图', 'Graph'))}
          </Button>
        ) : null}
      </h3>
      {drawn ? <GraphOf kind={kind} id={id} onClose={() => setDrawn(false)} /> : null}
      {found.error && !found.data ? <ErrorState failure={found.error} retry={found.refetch} /> : null}
      {found.data?.groups.length === 0 ? <p className="qt-secondary">{say(text('暂无', 'None yet'))}</p> : null}
      <dl>
        {found.data?.groups.map(group => (
          <div key={group.kind}>
            <dt>{say(recordCalls().kinds[group.kind]!.title)}</dt>
            <dd>
              {group.records.map(record => {
                const state = stateOfRecord(group.kind, record)
                const part = partOf(group.kind, record)
                return (
                  <span key={record.id} className="qt-related-one" title={record.name ?? undefined}>
                    <Link to={recordAddress(group.kind, record, may) ?? ''}>{record.no}</Link>
                    {part ? <span className="qt-secondary">{part}</span> : null}
                    {state ? <StatusTag of={state} /> : null}
                  </span>
                )
              })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
/** The chain of the document, drawn. */
function GraphOf({ kind, id, onClose }: { kind: string; id: string; onClose: () => void }) {
  const say = useSay()
  const Graph = recordCalls().graph
  return (
    <Modal
      open
      width="min(1280px, 96vw)"
      title={say(text('关联单据图', 'Graph of related documents'))}
      footer={null}
      onCancel={onClose}
    >
      <Suspense fallback={<RowsSkeleton />}>
        <Graph kind={kind} id={id} onLeave={onClose} />
      </Suspense>
    </Modal>
  )
}
const title = text('关联单据', 'Related documents')
