import {
  BulbOutlined,
  GlobalOutlined,
  LogoutOutlined,
  MenuOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { type Text, text } from '@qitao/core/text.ts'
import { Button, Dropdown, Tooltip } from 'antd'
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react'
import type { UserMenuItem } from '../frame/area-web.ts'
import { useLanguage, useSay } from '../session/language.ts'
import { type Density, preferences, type ThemeChoice } from '../session/preferences.ts'
import { savePreference, useSession } from '../session/session.ts'
import { Contained } from '../show/contained.tsx'
import { signOff } from './sign-off.ts'

const themes: Readonly<Record<ThemeChoice, Text>> = {
  light: text('浅色', 'Light'),
  dark: text('深色', 'Dark'),
  system: text('跟随系统', 'As the system'),
}
const densities: Readonly<Record<Density, Text>> = {
  auto: text('自动', 'Automatic'),
  compact: text('紧凑', 'Compact'),
  comfortable: text('宽松', 'Comfortable'),
  touch: text('平板触控', 'Tablet'),
}

interface HeadBarProps {
  narrow: boolean
  userMenu: readonly UserMenuItem[]
  Company: ComponentType | undefined
  items: readonly ComponentType[]
  onMenu: () => void
  onPalette: () => void
  onGuide: () => void
}
export function HeadBar({ narrow, userMenu, Company, items, onMenu, onPalette, onGuide }: HeadBarProps) {
  const say = useSay()
  const language = useLanguage()
  const { user, org } = useSession()
  const name = (
    <span className="qt-company" title={org.name}>
      {org.name}
    </span>
  )
  return (
    <header className="qt-head">
      {narrow ? (
        <Button
          type="text"
          icon={<MenuOutlined aria-hidden />}
          aria-label={say(text('菜单', 'Menu'))}
          onClick={onMenu}
        />
      ) : null}
      {Company ? (
        <Contained silent>
          <Suspense fallback={name}>
            <Company />
          </Suspense>
        </Contained>
      ) : (
        name
      )}
      {/* On a phone the room belongs to the company's name; its menu has every page. */}
      {narrow ? null : (
        <Button className="qt-goto" icon={<SearchOutlined aria-hidden />} onClick={onPalette}>
          {say(text('查找', 'Find'))}
          <kbd>Ctrl K</kbd>
        </Button>
      )}
      <Tooltip title={say(text('使用指南', 'Guide'))}>
        <Button
          type="text"
          icon={<QuestionCircleOutlined aria-hidden />}
          aria-label={say(text('使用指南', 'Guide'))}
          onClick={onGuide}
        />
      </Tooltip>
      {items.map((Item, index) => (
        <Contained key={index} silent>
          <Suspense fallback={null}>
            <Item />
          </Suspense>
        </Contained>
      ))}
      <Button
        type="text"
        icon={<GlobalOutlined aria-hidden />}
        lang={language === 'zh' ? 'en' : 'zh-CN'}
        aria-label={language === 'zh' ? 'Switch to English' : '切换到中文'}
        onClick={() => void savePreference('language', language === 'zh' ? 'en' : 'zh')}
      >
        {narrow ? null : language === 'zh' ? 'English' : '中文'}
      </Button>
      <LookMenu />
      <UserMenu name={user.name || user.account} items={userMenu} narrow={narrow} />
    </header>
  )
}

function LookMenu() {
  const say = useSay()
  const { theme, density } = preferences.use()
  const entries = <K extends string>(name: string, all: Readonly<Record<K, Text>>) =>
    (Object.entries(all) as [K, Text][]).map(([key, title]) => ({ key: `${name}:${key}`, label: say(title) }))
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [`theme:${theme}`, `density:${density}`],
        items: [
          { type: 'group', label: say(text('主题', 'Theme')), children: entries('theme', themes) },
          { type: 'group', label: say(text('行高', 'Density')), children: entries('density', densities) },
        ],
        onClick: ({ key }) => {
          const [name, value] = key.split(':')
          if (name === 'theme') void savePreference('theme', value as ThemeChoice)
          else void savePreference('density', value as Density)
        },
      }}
    >
      <Button type="text" icon={<BulbOutlined aria-hidden />} aria-label={say(text('外观', 'Appearance'))} />
    </Dropdown>
  )
}

function UserMenu({ name, items, narrow }: { name: string; items: readonly UserMenuItem[]; narrow: boolean }) {
  const say = useSay()
  const [shown, setShown] = useState<number>()
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...items.map((item, index) => ({ key: String(index), label: say(item.title) })),
            { type: 'divider' },
            { key: 'out', icon: <LogoutOutlined aria-hidden />, label: say(text('退出登录', 'Sign out')) },
          ],
          onClick: ({ key }) => (key === 'out' ? void signOff() : setShown(Number(key))),
        }}
      >
        <Button type="text" icon={<UserOutlined aria-hidden />} aria-label={`${say(text('用户', 'User'))} ${name}`}>
          {narrow ? null : name}
        </Button>
      </Dropdown>
      {items.map((item, index) =>
        shown === index ? <UserDialog key={item.title.zh} item={item} onClose={() => setShown(undefined)} /> : null,
      )}
    </>
  )
}
function UserDialog({ item, onClose }: { item: UserMenuItem; onClose: () => void }) {
  const Dialog = useMemo<ComponentType<{ open: boolean; onClose: () => void }>>(() => lazy(item.load), [item])
  return (
    <Contained silent>
      <Suspense fallback={null}>
        <Dialog open onClose={onClose} />
      </Suspense>
    </Contained>
  )
}
