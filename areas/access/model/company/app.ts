import { type Text, text } from '@qitao/core/text.ts'
import { allPages, operatorPages, type Page, pages } from '@qitao/site/model/pages.ts'

/** Applications that a company may be authorised for. What a role opens is said for each. */
export interface App {
  readonly app_code: string
  readonly name: Text
  readonly pages: readonly Page[]
}

export const mainApp: App = { app_code: 'mep', name: text('齐套', 'Qitao'), pages: allPages }

/** The lite edition of the specification (section 1): order to delivery, without the engineering of a large plant. */
export const liteApp: App = {
  app_code: 'mep_lite',
  name: text('齐套轻量版', 'Qitao Lite'),
  pages: [
    pages.productionPlan,
    pages.manufacturingOrders,
    pages.progress,
    pages.productionReport,
    pages.salesOrders,
    pages.recycleBin,
    pages.editSalesOrder,
    pages.shipping,
    pages.stock,
    pages.inbound,
    pages.outbound,
    pages.editReceipt,
    pages.locations,
    pages.routings,
    pages.materials,
    pages.editMaterial,
    pages.units,
    pages.devices,
    pages.deviceDetail,
    pages.processes,
    pages.cycleTimes,
    pages.calendars,
    pages.dataCheck,
    pages.customers,
    pages.sampleData,
    pages.roles,
    pages.settings,
    pages.securityLog,
  ],
}

/** Of the company that runs the installation: no sign-up asks for it. */
export const operatorApp: App = {
  app_code: 'operator',
  name: text('运行管理', 'Operation of the installation'),
  pages: operatorPages,
}

export const apps: readonly App[] = [mainApp, liteApp, operatorApp]
/** What a company may sign up for. */
export const editionOf = (app_code: string): App | undefined =>
  [mainApp, liteApp].find(app => app.app_code === app_code)
export const appOf = (app_code: string): App | undefined => apps.find(app => app.app_code === app_code)
