import { AppstoreOutlined, LinkOutlined } from '@ant-design/icons'
import { Badge, Menu } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { badges } from '../frame/badges.ts'
import { useSay } from '../session/language.ts'
import { session } from '../session/session.ts'

interface SideMenuProps {
  active: string
  folded: boolean
  icons: Readonly<Record<string, ReactNode>>
  onChoose?: () => void
}
/** Groups and pages that the server allows. Entries are links, so that they open in a window of their own too. */
export function SideMenu({ active, folded, icons, onChoose }: SideMenuProps) {
  const say = useSay()
  const counts = badges.use()
  const groups = session.use()?.menu.groups ?? []
  const current = groups.find(group => active.startsWith(`${group.path}/`))?.path
  const [open, setOpen] = useState<string[]>(current ? [current] : [])
  useEffect(() => {
    if (current) setOpen(now => (now.includes(current) ? now : [...now, current]))
  }, [current])
  return (
    <Menu
      mode="inline"
      inlineCollapsed={folded}
      inlineIndent={14}
      selectedKeys={[active]}
      {...(folded ? {} : { openKeys: open, onOpenChange: (keys: string[]) => setOpen(keys) })}
      onClick={onChoose}
      items={groups.map(group => ({
        key: group.path,
        label: say(group.title),
        icon: icons[group.path] ?? <AppstoreOutlined aria-hidden />,
        children: group.items.map(item => ({
          key: item.path,
          title: say(item.title),
          label: item.external ? (
            <a href={item.path} target="_blank" rel="noreferrer">
              {say(item.title)} <LinkOutlined />
            </a>
          ) : (
            <Link to={item.path}>
              {say(item.title)}
              {counts[item.path] ? (
                <Badge className="qt-menu-badge" size="small" count={counts[item.path]!} aria-hidden />
              ) : null}
            </Link>
          ),
        })),
      }))}
    />
  )
}
