import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Checkbox, Drawer, Switch, Tabs } from 'antd'
import { useEffect, useState } from 'react'
import { simulationStatus } from '../../model/task.status.ts'
import {
  alterSimulatedPriorities,
  compareSimulations,
  convertSimulation,
  dropSimulations,
  listSimulationOrders,
  listSimulations,
  type SimulationVersion,
} from '../../model/what-if/simulation.calls.ts'
import { hoursText } from '../chart/summary-strip.tsx'
import { planCalls } from '../hand/use-plan.ts'
import { SimulationComparison } from './simulation-comparison.tsx'
import { SimulationOrders } from './simulation-orders.tsx'
import './simulation.css'

const simulationCalls = [listSimulations, listSimulationOrders, compareSimulations]
const mostVersions = 50
/** Versions that one table can hold beside the plan in force. */
const mostCompared = 5

/** What if: other priorities and another plan, tried without effect, looked at side by side, taken or thrown away. */
export function SimulationDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const say = useSay()
  const versions = useCall(listSimulations, open ? { page_size: mostVersions } : null, { keepPrevious: true })
  const [version_id, setVersion] = useState<string>()
  const [compared, setCompared] = useState<readonly string[]>([])
  const [tab, setTab] = useState<'orders' | 'compare'>('orders')
  const all = versions.data?.result ?? []
  const version = all.find(({ id }) => id === version_id)
  useEffect(() => {
    const known = new Set(all.map(({ id }) => id))
    setCompared(before => (before.every(id => known.has(id)) ? before : before.filter(id => known.has(id))))
  }, [versions.data])

  const calculated = (id: string) => {
    setVersion(id)
    setCompared(before => [...before.filter(one => one !== id), id].slice(-mostCompared))
    setTab('compare')
  }
  return (
    <Drawer
      open={open}
      title={say(text('模拟排程', 'What if'))}
      onClose={onClose}
      size="min(1240px, 100vw)"
      destroyOnHidden
    >
      <div className="qt-sim">
        <section className="qt-sim-versions" aria-label={say(text('模拟版本', 'Simulation versions'))}>
          <ActButton
            act={{ title: text('新建版本', 'New version'), run: needing(alterSimulatedPriorities, () => startNew()) }}
          />
          {versions.data && all.length === 0 ? (
            <EmptyState
              text={text(
                '选工单、改优先级，再模拟。计划不受影响。',
                'Choose orders and alter priorities, then simulate. The plan is not touched.',
              )}
            />
          ) : (
            <ul>
              {all.map(one => (
                <Version
                  key={one.id}
                  version={one}
                  current={one.id === version_id}
                  compared={compared.includes(one.id)}
                  full={compared.length >= mostCompared}
                  onOpen={() => setVersion(one.id)}
                  onCompare={wanted =>
                    setCompared(before => (wanted ? [...before, one.id] : before.filter(id => id !== one.id)))
                  }
                  onGone={() => one.id === version_id && setVersion(undefined)}
                />
              ))}
            </ul>
          )}
        </section>
        <section className="qt-sim-centre">
          <Tabs
            size="small"
            activeKey={tab}
            onChange={key => setTab(key as typeof tab)}
            items={[
              {
                key: 'orders',
                label: version
                  ? say(text('工单与优先级（{name}）', 'Orders and priorities ({name})'), { name: version.name })
                  : say(text('工单与优先级（新版本）', 'Orders and priorities (new version)')),
              },
              {
                key: 'compare',
                label: say(text('版本对比 {n}', 'Comparison {n}'), { n: compared.length }),
                disabled: compared.length === 0,
              },
            ]}
          />
          {tab === 'compare' && compared.length > 0 ? (
            <SimulationComparison version_ids={compared} />
          ) : (
            <SimulationOrders
              key={version_id ?? ''}
              version={version}
              onVersion={setVersion}
              onCalculated={calculated}
            />
          )}
        </section>
      </div>
    </Drawer>
  )
  function startNew() {
    setVersion(undefined)
    setTab('orders')
  }
}

interface VersionProps {
  version: SimulationVersion
  current: boolean
  compared: boolean
  full: boolean
  onOpen: () => void
  onCompare: (wanted: boolean) => void
  onGone: () => void
}
function Version({ version, current, compared, full, onOpen, onCompare, onGone }: VersionProps) {
  const say = useSay()
  const [publish, setPublish] = useState(false)
  const { id, name, status, figures, mo_count, priority_count, is_old } = version
  const drop = useCommand(dropSimulations, { refreshes: simulationCalls, done: onGone })
  const convert = useCommand(convertSimulation, { refreshes: [...planCalls, ...simulationCalls] })
  return (
    <li aria-current={current ? 'true' : undefined}>
      <header>
        {figures ? (
          <Checkbox
            checked={compared}
            disabled={!compared && full}
            onChange={event => onCompare(event.target.checked)}
            aria-label={say(text('对比 {name}', 'Compare {name}'), { name })}
          />
        ) : null}
        <button type="button" className="qt-link" onClick={onOpen}>
          {name}
        </button>
        <StatusTag of={simulationStatus.stateOf(status)} />
      </header>
      <p className="qt-secondary">
        {say(text('{mos}单，改优先级{n}单', '{mos} orders, {n} priorities altered'), {
          mos: mo_count,
          n: priority_count,
        })}
      </p>
      {figures ? (
        <p className="qt-number">
          {say(text('延期{late}单 {hours}', '{late} late, {hours}'), {
            late: figures.late_orders,
            hours: hoursText(figures.tardiness_hours, say),
          })}
        </p>
      ) : null}
      {is_old ? (
        <p className="qt-plan-late">{say(text('计划已变化，建议重新模拟', 'The plan has changed: simulate again'))}</p>
      ) : null}
      <div className="qt-foot">
        {status === simulationStatus.codes.calculated ? (
          <ActButton
            size="small"
            act={{
              title: text('转为计划', 'Make it the plan'),
              ask: {
                title: text('将此版本转为计划？', 'Make this version the plan?'),
                objects: [name],
                detail: text(
                  '版本内未发布、未锁定的工单移到模拟的位置，优先级一并生效；放不下的工单退回待排并说明原因。',
                  'Its orders that are not published or locked move to where it has them, with its priorities; those that no longer fit come off the plan, with the reason.',
                ),
                ok: text('转为计划', 'Make it the plan'),
                cancel: text('取消', 'Cancel'),
              },
              run: convert.with({ version_id: id, publish }),
            }}
          />
        ) : null}
        <ActButton
          size="small"
          act={{
            title: text('删除', 'Discard'),
            danger: true,
            ask: {
              title: text('删除此模拟版本？', 'Discard this version?'),
              objects: [name],
              danger: true,
              ok: text('删除', 'Discard'),
              cancel: text('取消', 'Cancel'),
            },
            run: drop.with({ ids: [id] }),
          }}
        />
      </div>
      {status === simulationStatus.codes.calculated ? (
        <p className="qt-plan-switch">
          <Switch size="small" checked={publish} onChange={setPublish} aria-label={say(publishWords)} />{' '}
          {say(publishWords)}
        </p>
      ) : null}
    </li>
  )
}
const publishWords = text('同时发布窗口内的工单', 'Publish what is within the window')
