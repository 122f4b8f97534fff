import { DownOutlined, MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { type Language, text } from '@qitao/core/text.ts'
import { Button, type ButtonProps, Dropdown, type MenuProps } from 'antd'
import { ThrottleButton } from '../call/throttle-button.tsx'
import { useSay } from '../session/language.ts'
import { type Run, useWithheld } from '../session/rights.ts'
import { textRoom } from '../show/text-room.ts'
import { type Act, perform } from './act.ts'

export function ActButton({ act, primary = false, ...rest }: { act: Act; primary?: boolean } & ButtonProps) {
  const say = useSay()
  return (
    <ThrottleButton
      {...rest}
      type={primary ? 'primary' : (rest.type ?? 'default')}
      danger={Boolean(act.danger)}
      whyNot={act.whyNot}
      icon={act.icon}
      run={Object.assign(() => perform(act), { needs: act.run.needs })}
    >
      {say(act.title)}
    </ThrottleButton>
  )
}
/** The one primary button of a list. */
export function NewButton({ run, title = text('新建', 'New') }: { run: Run; title?: Act['title'] }) {
  return <ActButton primary act={{ title, run, icon: <PlusOutlined aria-hidden /> }} />
}

/** Actions as the entries of an antd menu: greyed with the reason, and asked before as buttons are. */
export function useActMenu(): (acts: readonly Act[]) => MenuProps {
  const say = useSay()
  const withheld = useWithheld()
  return acts => ({
    items: acts.flatMap((act, index) => {
      const why = withheld(act.run.needs) ?? act.whyNot
      const entry = {
        key: String(index),
        danger: Boolean(act.danger),
        disabled: why !== undefined,
        icon: act.icon,
        label: <span title={why && say(why)}>{say(act.title)}</span>,
      }
      // What takes away stands apart, so that a hand that slips does not meet it.
      const isApart = index > 0 && act.danger && !acts[index - 1]?.danger
      return isApart ? [{ type: 'divider' as const, key: `before ${index}` }, entry] : [entry]
    }),
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation()
      void perform(acts[Number(key)]!)
    },
  })
}

/** Of so many acts, those that stand as links: all, if the three dots would hide only one. */
const inlineActs = (acts: readonly Act[], inline: number): readonly Act[] =>
  acts.length <= inline + 1 ? acts : acts.slice(0, inline)

const linkFont = 14
const linkPadding = 14
const dotsRoom = 32
/** px that the acts of a row take in one line. */
export function actsRoom(acts: readonly Act[], language: Language): number {
  const direct = inlineActs(acts, defaultInline)
  const links = direct.reduce((sum, act) => sum + textRoom(act.title[language], linkFont) + linkPadding, 0)
  return links + (direct.length < acts.length ? dotsRoom : 0)
}

const defaultInline = 2
/** Actions of a row: so many as links, the rest behind three dots. */
export function RowActs({ acts, inline = defaultInline }: { acts: readonly Act[]; inline?: number }) {
  const say = useSay()
  const menuOf = useActMenu()
  const direct = inlineActs(acts, inline)
  const rest = acts.slice(direct.length)
  return (
    <span className="qt-row-acts">
      {direct.map(act => (
        <ActButton key={act.title.zh} act={act} type="link" size="small" />
      ))}
      {rest.length > 0 ? (
        <Dropdown trigger={['click']} menu={menuOf(rest)}>
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
  const menuOf = useActMenu()
  return (
    <Dropdown trigger={['click']} menu={menuOf(acts)}>
      <Button>
        {say(title)} <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  )
}
