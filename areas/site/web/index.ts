import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { groupIcons } from './icons.tsx'

export const siteWeb: AreaWeb = { icons: groupIcons }
export { offerRepair, openRepair } from './offer-repair.ts'
