import { DownOutlined, MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { Button, type ButtonProps, Dropdown, Tooltip } from 'antd'
import type { ReactElement } from 'react'
import { type Act, perform } from './act.ts'
import { useSay } from './language.ts'
import { ThrottleButton } from './throttle-button.tsx'

/** A disabled button says why; the wrapper takes the hover that the button itself no longer gets. */
function Explained({ why, children }: { why: string | undefined; children: ReactElement }) {
  if (!why) return children
  return (
    <Tooltip title={why}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard */}
      <span className="qt-why" tabIndex={0}>
        {children}
      </span>
    </Tooltip>
  )
}

export function ActButton({ act, primary = false, ...rest }: { act: Act; primary?: boolean } & ButtonProps) {
  const say = useSay()
  return (
    <Explained why={act.whyNot && say(act.whyNot)}>
      <ThrottleButton
        {...rest}
        type={primary ? 'primary' : (rest.type ?? 'default')}
        danger={Boolean(act.danger)}
        disabled={Boolean(act.whyNot) || rest.disabled}
        icon={act.icon}
        run={() => perform(act)}
      >
        {say(act.title)}
      </ThrottleButton>
    </Explained>
  )
}
/** The one primary button of a list. */
export function NewButton({ run, title = text('新建', 'New') }: { run: () => unknown; title?: Act['title'] }) {
  return <ActButton primary act={{ title, run, icon: <PlusOutlined aria-hidden /> }} />
}

const asMenu = (acts: readonly Act[], say: ReturnType<typeof useSay>) => ({
  items: acts.map((act, index) => ({
    key: String(index),
    danger: Boolean(act.danger),
    disabled: Boolean(act.whyNot),
    icon: act.icon,
    label: <span title={act.whyNot && say(act.whyNot)}>{say(act.title)}</span>,
  })),
  onClick: ({ key, domEvent }: { key: string; domEvent: { stopPropagation(): void } }) => {
    domEvent.stopPropagation()
    void perform(acts[Number(key)]!)
  },
})

/** Actions of a row: so many as links, the rest behind three dots. */
export function RowActs({ acts, inline = 2 }: { acts: readonly Act[]; inline?: number }) {
  const say = useSay()
  const direct = acts.length <= inline + 1 ? acts : acts.slice(0, inline)
  const rest = acts.slice(direct.length)
  return (
    <span className="qt-row-acts">
      {direct.map(act => (
        <ActButton key={act.title.zh} act={act} type="link" size="small" />
      ))}
      {rest.length > 0 ? (
        <Dropdown trigger={['click']} menu={asMenu(rest, say)}>
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined aria-hidden />}
            aria-label={say(text('更多操作', 'More actions'))}
          />
        </Dropdown>
      ) : null}
    </span>
  )
}
/** A button with a menu of actions. */
export function ActMenu({ title, acts }: { title: Act['title']; acts: readonly Act[] }) {
  const say = useSay()
  return (
    <Dropdown trigger={['click']} menu={asMenu(acts, say)}>
      <Button>
        {say(title)} <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  )
}
