import {
  CalendarOutlined,
  DatabaseOutlined,
  DeploymentUnitOutlined,
  InboxOutlined,
  SettingOutlined,
  ShopOutlined,
  ShoppingCartOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { groups } from '../model/pages.ts'

/** Icons of the menu groups. */
export const groupIcons: Readonly<Record<string, ReactNode>> = {
  [groups.planifier.path]: <CalendarOutlined />,
  [groups.implementation.path]: <ToolOutlined />,
  [groups.procurement.path]: <ShoppingCartOutlined />,
  [groups.sales.path]: <ShopOutlined />,
  [groups.materials.path]: <InboxOutlined />,
  [groups.process.path]: <DeploymentUnitOutlined />,
  [groups.basic.path]: <DatabaseOutlined />,
  [groups.platform.path]: <SettingOutlined />,
}
