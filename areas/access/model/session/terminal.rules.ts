import { text } from '@qitao/core/text.ts'
import { hourSeconds, minuteSeconds } from '@qitao/core/time.ts'
import { type Page, pages } from '@qitao/site/model/pages.ts'
import type { Rights } from '../member/grant.rules.ts'
import type { Limit } from './sign-in.rules.ts'

export const idleMinutes = { least: 1, most: 120, usual: 10 } as const
/** Of one company. */
export const mostTerminals = 200
/** Signed in by PIN; a long shift, whatever the device does meanwhile. */
export const pinSessionSeconds = 16 * hourSeconds
/** Where this browser becomes a terminal instead, which would not keep it here: it has come over plain HTTP, and the product is under TLS. */
export const registersElsewhere = (shown: string, served: string | null | undefined): string | undefined =>
  served?.startsWith('https:') && shown.startsWith('http:') ? served : undefined

export const isOneAlready = text(
  '本机已经是共享终端，可在列表中修改或删除',
  'This device is a shared terminal already: alter or remove it in the list',
)

/** Shown as who last worked at a terminal. */
export const mostPeople = 12
/** Of one terminal, at whatever member: many people make mistakes at one device. */
export const terminalLimit: Limit = { most: 20, seconds: 15 * minuteSeconds }
/** Wrong PINs of a member since the last right one; then it is locked until it is set anew. */
export const mostWrongPins = 20

/**
 * What a session by PIN opens of the member's own pages: the work of the floor and the store. Not the arrival plan nor the archive of drawings,
 * which open purchase orders and links for strangers with them: goods are received, and the drawings of tasks read, on the pages below.
 */
export const pagesOfTerminals: readonly Page[] = [
  pages.workshopPlan,
  pages.dispatch,
  pages.progress,
  pages.productionReport,
  pages.scanWork,
  pages.stockCounts,
  pages.editStockCount,
  pages.inbound,
  pages.outbound,
  pages.editReceipt,
  pages.transfers,
  pages.editTransfer,
  pages.stock,
  pages.qcTasks,
  pages.editQcTask,
  pages.trace,
]
const paths = new Set(pagesOfTerminals.map(({ path }) => path))
export const cutToTerminal = (grants: readonly Rights[]): Rights[] =>
  grants.map(({ pages: open, actions }) => ({ pages: new Set([...open].filter(path => paths.has(path))), actions }))
