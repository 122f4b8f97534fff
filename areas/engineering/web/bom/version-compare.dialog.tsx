import { text } from '@qitao/core/text.ts'
import type { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Modal, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { type BomVersionStatus, bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import type { LineChange } from '../../model/bom/side-by-side.rules.ts'
import '../engineering.css'

interface Version {
  readonly id: string
  readonly version: string
  readonly status: BomVersionStatus
}
const width = 860

/** One version beside another one of the same: which one is chosen, `children` shows both. */
export function VersionCompareDialog<V extends Version>({
  title,
  version,
  versions,
  onClose,
  children,
}: {
  title: string
  version: V
  /** All of them; undefined: not read yet. */
  versions: readonly V[] | undefined
  onClose: () => void
  children: (other: V) => ReactNode
}) {
  const say = useSay()
  const language = useLanguage()
  const [chosen, setChosen] = useState<string>()
  const others = (versions ?? []).filter(({ id }) => id !== version.id)
  const other = others.find(({ id }) => id === chosen) ?? others[0]
  return (
    <Modal
      open
      width={width}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
      title={`${title}: ${say(text('对比版本', 'Compare versions'))}`}
    >
      {versions && !other ? (
        <EmptyState text={text('没有其他版本', 'There is no other version')} />
      ) : other ? (
        <>
          <p className="qt-bom-compare-head">
            <Select
              aria-label={say(text('对比的版本', 'Version to compare with'))}
              value={other.id}
              onChange={setChosen}
              popupMatchSelectWidth={false}
              options={others.map(row => ({
                value: row.id,
                label: `${row.version} · ${bomVersionStatus.stateOf(row.status)[language]}`,
              }))}
            />
            <span>→</span>
            <strong>{version.version}</strong>
          </p>
          {children(other)}
        </>
      ) : (
        <RowsSkeleton rows={3} />
      )}
    </Modal>
  )
}

const kinds = {
  added: { ...text('新增', 'Added'), colour: 'success' },
  removed: { ...text('移除', 'Removed'), colour: 'danger' },
  changed: { ...text('变更', 'Changed'), colour: 'warning' },
} as const

/** Lines of two versions side by side, and how many differ. */
export function SideBySide<L>({
  load,
  heads: [what, before, after],
  changes,
  keyOf,
  name,
  shown,
}: {
  load: Pick<ReturnType<typeof useCall>, 'error' | 'refetch'>
  heads: readonly [string, string, string]
  /** undefined: not read yet. */
  changes: readonly LineChange<L>[] | undefined
  keyOf: (line: L) => string | number
  name: (line: L) => ReactNode
  shown: (line: L) => ReactNode
}) {
  const say = useSay()
  if (load.error && !changes) return <ErrorState failure={load.error} retry={load.refetch} />
  if (!changes) return <RowsSkeleton rows={3} />
  const count = changes.filter(({ kind }) => kind !== 'same').length
  return (
    <>
      <p className="qt-secondary">
        {say(count === 1 ? text('1 处不同', '1 difference') : text('{count} 处不同', '{count} differences'), { count })}
      </p>
      {changes.length === 0 ? (
        <EmptyState text={text('两个版本相同', 'Both versions are the same')} />
      ) : (
        <div className="qt-side-by-side">
          <table className="qt-plain-table">
            <thead>
              <tr>
                <th>{what}</th>
                <th>{say(text('变化', 'Change'))}</th>
                <th>{before}</th>
                <th>{after}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ kind, before: was, after: is }) => {
                const line = (is ?? was)!
                return (
                  <tr key={keyOf(line)}>
                    <td>{name(line)}</td>
                    <td>{kind === 'same' ? '' : <StatusTag of={kinds[kind]} />}</td>
                    <td>{was === null ? '—' : shown(was)}</td>
                    <td>{is === null ? '—' : shown(is)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
