import {
  AimOutlined,
  CalendarOutlined,
  CheckSquareOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  DeploymentUnitOutlined,
  DollarOutlined,
  FolderOpenOutlined,
  FundOutlined,
  InboxOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  ShopOutlined,
  ShoppingCartOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { groups } from '../model/pages.ts'

/** Icons of the menu groups. */
export const groupIcons: Readonly<Record<string, ReactNode>> = {
  [groups.planifier.path]: <CalendarOutlined aria-hidden />,
  [groups.operations.path]: <DashboardOutlined aria-hidden />,
  [groups.strategy.path]: <AimOutlined aria-hidden />,
  [groups.profit.path]: <DollarOutlined aria-hidden />,
  [groups.implementation.path]: <ToolOutlined aria-hidden />,
  [groups.procurement.path]: <ShoppingCartOutlined aria-hidden />,
  [groups.demandSupply.path]: <FundOutlined aria-hidden />,
  [groups.sales.path]: <ShopOutlined aria-hidden />,
  [groups.materials.path]: <InboxOutlined aria-hidden />,
  [groups.quality.path]: <SafetyCertificateOutlined aria-hidden />,
  [groups.process.path]: <DeploymentUnitOutlined aria-hidden />,
  [groups.basic.path]: <DatabaseOutlined aria-hidden />,
  [groups.documents.path]: <FolderOpenOutlined aria-hidden />,
  [groups.tasks.path]: <CheckSquareOutlined aria-hidden />,
  [groups.platform.path]: <SettingOutlined aria-hidden />,
}
