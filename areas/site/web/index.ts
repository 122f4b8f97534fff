import type { AreaWeb } from '@qitao/platform/web/area-web.ts'
import { groupIcons } from './icons.tsx'

export const siteWeb: AreaWeb = { icons: groupIcons }
