import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rules of the house that no other tool knows. Each is a pure function over the files, so that a test can plant a violation. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}
export const root = join(import.meta.dirname, '..')

/** Files that git tracks or would track. */
export function sourceFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter(path => /\.(ts|tsx|sql|cjs|json|md|yaml|css|html)$/.test(path) && !path.endsWith('package-lock.json'))
    .flatMap(path => {
      try {
        return [{ path, text: readFileSync(join(root, path), 'utf8') }]
      } catch {
        return [] // deleted and not yet committed
      }
    })
}

export const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path)
const isPure = (path: string): boolean =>
  /^(core|planning)\/|^areas\/[^/]+\/model\//.test(path) && path.endsWith('.ts') && !isTest(path)
const areaOf = (path: string): string | undefined =>
  /^areas\/([^/]+)\//.exec(path)?.[1] ?? (path.startsWith('platform/') ? 'platform' : undefined)
export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1')

/** Pure code is given the time and the luck: same problem, same plan. */
export const clocksInPureCode = (files: readonly SourceFile[]): string[] =>
  files
    // The text of a program that runs elsewhere.
    .filter(({ path }) => isPure(path) && path !== 'areas/insight/model/api/api-example.ts')
    .flatMap(({ path, text }) =>
      /\bDate\.now\(|\bnew Date\(\s*\)|\bMath\.random\(|\bperformance\.now\(/.test(withoutComments(text))
        ? [`${path} reads a clock or chance`]
        : [],
    )

/** Quantities and money are added in core/quantity.ts alone. */
export const floatsForQuantities = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^(areas\/[^/]+\/(model|server)|platform\/server)\/.*\.ts$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      /parseFloat\(|\.toFixed\(/.test(withoutComments(text)) ? [`${path} computes with parseFloat or toFixed`] : [],
    )

/**
 * What hangs on a sales order is answered from the views `seen_...`, in which a member of the scope "own only" finds the own
 * alone. These files read the tables, as often as is said here, because they answer nobody.
 */
const readsForAll: Readonly<Record<string, readonly [times: number, why: string]>> = {
  'areas/insight/server/trace/recall.ts': [
    2,
    'that goods left and came back is told to who recalls; number and customer come from the view',
  ],
  'areas/insight/server/trace/trace-facts.ts': [1, 'that goods left is told; number and customer come from the view'],
  'areas/sales/server/price/sales-price.handlers.ts': [
    2,
    'what hangs on a price: sums alone, held against limits of approval',
  ],
  'areas/sales/server/return/follow-returns.ts': [1, 'what all returns take of a line that has been locked'],
  'areas/sales/server/share.handlers.ts': [
    1,
    'the order of a link is held while it is answered; read it is as its sharer sees it',
  ],
  'areas/sales/server/follow-orders.ts': [3, 'what the floor and the warehouse did to an order is written down'],
  'areas/sales/server/inquiry-orders.ts': [3, 'an order that was seen before, by its id'],
  'areas/sales/server/sales.housekeeping.ts': [1, 'what has lain in the recycle bin too long goes'],
  'areas/sales/server/reconciliation.ts': [7, 'figures of all orders are compared, for whoever sees all'],
  'areas/manufacturing/server/plan/pass-holds.ts': [1, 'which product a line that was promised is of'],
  'areas/sales/server/sales-order.books.ts': [3, 'written to, lines of orders that were seen before, and approvals'],
  'areas/sales/server/quotation/quotation.books.ts': [
    1,
    'the own order of a quotation that was seen, whether it stands',
  ],
  'areas/warehouse/server/return-receipt.handlers.ts': [
    3,
    'what waits for a return that was seen before, on all receipts',
  ],
  'areas/sales/server/set-aside.ts': [7, 'what stock is meant for, whoever ordered it; and lines that are locked'],
  'areas/promising/server/displace.ts': [1, 'whose orders lose hears of it'],
  'areas/promising/server/losers.queries.ts': [
    2,
    'who would lose, whoever sold to them; their numbers are told by scope',
  ],
  'areas/sales/server/change-order.ts': [4, 'lines of an order that was seen before; it is written to'],
  'areas/promising/server/change/change.queries.ts': [
    2,
    'shipments of a seen order, and whether a work order has receipts',
  ],
  'areas/manufacturing/server/reconciliation.ts': [2, 'as in sales'],
  'areas/manufacturing/server/plan/promise-holds.ts': [5, 'whether a hold counts, and whose it is'],
  'areas/manufacturing/server/plan/give-back-rest.ts': [1, 'what was promised for a line that still stands'],
  'areas/manufacturing/server/mo/tell-short.ts': [2, 'whose order is short hears of it'],
  'areas/promising/server/promise-facts.queries.ts': [3, 'what is free when all orders are served'],
  'areas/promising/server/save-inquiry.ts': [2, 'inquiries of an order that was seen before'],
  'areas/warehouse/server/fulfilment.handlers.ts': [1, 'the customer of an order that was seen before'],
  'areas/scheduling/server/problem/promised.queries.ts': [
    2,
    'days promised to all, by which they are planned; numbers are told by scope',
  ],
  'areas/warehouse/server/receipt.handlers.ts': [1, 'whether a number is taken'],
  'areas/figures/server/facts/material.facts.ts': [1, 'as in the scores of suppliers'],
  'areas/insight/server/score/supplier-score.handlers.ts': [1, 'how much of a line came in good, whoever received it'],
  'areas/warehouse/server/projected/projected-stock.ts': [
    2,
    'what all orders take of a material, for who sees all of them',
  ],
  'areas/warehouse/server/send-back.ts': [2, 'what came in of bought goods, which no sales order is behind'],
  'areas/warehouse/server/receipt-pieces.ts': [2, 'what left to a customer without a number, whoever shipped it'],
  'areas/warehouse/server/line-times.ts': [
    1,
    'what left or came of lines of which something was taken back, whoever did it',
  ],
  'areas/warehouse/server/reverse-receipt.ts': [2, 'written to, and lines of a receipt that was seen before'],
  'areas/warehouse/server/wave/pick-wave.queries.ts': [1, 'what any receipt has of an order is not picked twice'],
  'areas/warehouse/server/reconciliation.ts': [4, 'as in sales'],
  'areas/warehouse/server/receipt-sources.ts': [2, 'what stands on open receipts, whoever sees them'],
}
const readOfAll =
  /(?<!\bdelete )\b(?:from|join)\s+(?:sales_order|sales_order_line|inquiry|receipt)\b|\btable: '(?:sales_order|sales_order_line|inquiry|receipt)'/g
export const ordersReadForAll = (files: readonly SourceFile[]): string[] =>
  files
    .filter(
      ({ path }) =>
        /^areas\/[^/]+\/server\/[^.]*(?:\.[a-z]+)?\.ts$/.test(path) && !isTest(path) && !/\/sample\//.test(path),
    )
    .flatMap(({ path, text }) => {
      const times = withoutComments(text).match(readOfAll)?.length ?? 0
      const [most, why] = readsForAll[path] ?? [0]
      if (times === most) return []
      return [`${path} reads orders past the views seen_... ${times} times, ${most} are known${why ? ` (${why})` : ''}`]
    })

/** Style sheets in which a class is styled. */
const homesOfClasses = (files: readonly SourceFile[]): Map<string, string[]> => {
  const homes = new Map<string, string[]>()
  for (const { path, text } of files)
    if (path.endsWith('.css'))
      for (const name of new Set([...text.matchAll(/^\.(qt-[a-z0-9-]+) \{/gm)].map(([, name]) => name!)))
        homes.set(name, [...(homes.get(name) ?? []), path])
  return homes
}
/** What a page looks like does not depend on which pages were opened before it: a class is styled in one file ... */
export const stylesTwice = (files: readonly SourceFile[]): string[] =>
  [...homesOfClasses(files)]
    .filter(([, where]) => where.length > 1)
    .map(([name, where]) => `.${name} is styled in ${where.join(' and ')}`)

/** ... and that file is loaded where it is used: it is the area's own or the platform's. What a phone holds has one sheet for all its pages. */
export function stylesOfOthers(files: readonly SourceFile[]): string[] {
  const homes = homesOfClasses(files)
  return files
    .filter(({ path }) => /^areas\/.*\.tsx$/.test(path) && !isTest(path) && !path.includes('/handheld/'))
    .flatMap(({ path, text }) =>
      [...new Set(text.match(/(?<![\w#-])qt-[a-z0-9-]*[a-z0-9]\b(?!-?\$)/g) ?? [])].flatMap(name => {
        const where = homes.get(name) ?? []
        const isNear = where.length === 0 || where.some(file => [areaOf(path), 'platform'].includes(areaOf(file)))
        return isNear ? [] : [`${path} uses .${name}, which is styled in ${where.join(', ')}`]
      }),
    )
}

/** JSX belongs to the browser. */
export const jsxOutsideWeb = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.endsWith('.tsx') && !/(^|\/)web\/|^bench\//.test(path))
    .map(({ path }) => `${path}: .tsx stands under web only`)

/** Only the owner writes its tables: the area whose migrations make a table. */
export function foreignWrites(files: readonly SourceFile[]): string[] {
  const owner = new Map<string, string>()
  for (const { path, text } of files) {
    if (!/\/migrations\/.*\.sql$/.test(path)) continue
    for (const [, table] of text.matchAll(/create table (?:if not exists )?(\w+)/g)) owner.set(table!, areaOf(path)!)
  }
  return files
    .filter(({ path }) => /^areas\/[^/]+\/server\/.*\.ts$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      [
        ...withoutComments(text).matchAll(
          /(?:insert into|delete from|\bupdate)\s+"?(\w+)"?|(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)/g,
        ),
      ].flatMap(match => {
        const table = match[1] ?? match[2]!
        const of = owner.get(table)
        return of === undefined || of === areaOf(path) || of === 'platform'
          ? []
          : [`${path} writes ${table}, which ${of} owns`]
      }),
    )
}

/** Also what people sign in with, what is approved, and a chapter of the settings. */
const plainWords = new Set(['device', 'document', 'material'])
/** What later areas have, they announce (`known`): access serves the records of all without naming one of them. */
export function accessNamesLater(files: readonly SourceFile[]): string[] {
  const tables = files
    .filter(({ path }) => /^areas\/(?!access\/)[^/]+\/server\/migrations\/.*\.sql$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table!))
    .filter(table => !plainWords.has(table))
  const named = new RegExp(`'(${tables.join('|')})'|^\\s+(${tables.join('|')}): [{[]`, 'gm')
  return files
    .filter(({ path }) => /^areas\/access\/(model|server|web)\/.*\.tsx?$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(named)].map(match => `${path} names ${match[1] ?? match[2]}`),
    )
}

/** Every company table has its composite key: org_id first. */
export const keysWithoutCompany = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^areas\/.*\/migrations\/.*\.sql$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/create table (\w+) \(([\s\S]*?)\n\);/g)].flatMap(([, table, body]) => {
        const tenant = /^\s*org_id /m.test(body!)
        const wrong = [...body!.matchAll(/(?:primary key|unique(?: nulls not distinct)?) \(([^)]*)\)/g)].filter(
          ([, columns]) => !columns!.startsWith('org_id'),
        )
        return tenant && wrong.length > 0 && !['org', 'session'].includes(table!)
          ? [`${path}: a key of ${table} does not begin with org_id`]
          : []
      }),
    )

/** A number of the error catalogue means one thing. */
export function errorsDeclaredTwice(files: readonly SourceFile[]): string[] {
  const seen = new Map<string, string>()
  return files
    .filter(({ path }) => path.endsWith('.ts') && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^\s*(\w+): \[\s*(\d{4}),/gm)].flatMap(([, name, code]) => {
        const before = seen.get(code!)
        seen.set(code!, `${name} in ${path}`)
        return before === undefined ? [] : [`error ${code} is declared twice: ${before} and ${name} in ${path}`]
      }),
    )
}

/** What lies outside of the project has no place in it. */
export const machinePaths = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    /(^|[^.\w])\/(work|farm)\/\w/.test(text) && path !== 'tools/house.ts'
      ? [`${path} names a path of one machine`]
      : [],
  )

/** Tests that do not run, or that run alone. */
export const sleepingTests = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /\.(test|story)\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      /\b(it|test|describe)\.(only|todo|fixme)\(|\bx(it|describe)\(/.test(text)
        ? [`${path} has a test that does not run or runs alone`]
        : [],
    )

/** A story is told in the language whose turn it is (`languagesOf`); every-page looks for the words of both. */
export const storiesToldTwice = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.endsWith('.story.ts') && !/every-page|guide-pictures/.test(path))
    .flatMap(({ path, text }) =>
      /of \[\s*'(zh|en)',/.test(text) ? [`${path} is told in both languages by each run: take languagesOf`] : [],
    )

/** Writing calls go by `useCommand`, which lets a button rest, tells that it runs and what it came to. Beside it, and why: */
const sendsItself: Readonly<Record<string, string>> = {
  'platform/web/call/use-command.ts': 'the one way',
  'platform/web/call/use-call.ts': 'reads',
  'platform/web/session/session.ts': 'session, its settings, and signing out, which tell themselves',
  'platform/web/session/own-session.ts': 'ends the own session behind a view, which shows nothing',
  'platform/web/frame/start.tsx': 'reads',
  'areas/access/web/session/login.page.tsx': 'a PIN, of which the pad tells what is wrong',
  'areas/access/web/record/attachments.tsx': 'files, which show how many are still to go',
  'areas/access/web/record/import.dialog.tsx': 'a file, with steps of its own',
  'areas/access/web/company/logo-field.tsx': 'a file, whose button shows that it is sent',
  'areas/engineering/web/document/file-upload.dialog.tsx': 'files, each of which shows how far it is and how it ended',
  'platform/web/call/use-endless.ts': 'reads',
  'platform/web/call/use-whole.ts': 'reads',
  'areas/scheduling/web/hand/use-plan.ts': 'dragging, which the chart shows and takes back',
  'areas/scheduling/web/hand/split-steps.ts': 'undoing and redoing, which the chart shows and tells',
  'areas/scheduling/web/conflict/repair-step.ts': 'the same of a repair',
  'platform/web/offline/device.ts': 'what is kept on the device goes out under the key it was kept with',
  'areas/shopfloor/web/handheld/shift.ts': 'reads, for a page that shows it without a connection',
  'areas/shopfloor/web/handheld/recent.ts': 'the same of what was reported',
  'areas/shopfloor/web/handheld/terminal.ts': 'reads what the device is, with a connection or without',
  'areas/shopfloor/web/handheld/single-sign-on.tsx': 'goes to the provider, or tells why not beside the sign-in',
  'areas/warehouse/web/handheld/counts.ts': 'the same of stock counts',
  'areas/warehouse/web/handheld/goods.ts': 'the same of goods that come and go',
}
export const writesBesideCommands = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^(platform|areas\/[^/]+|apps)\/web\/.*\.tsx?$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      /import \{[^}]*\b(send|uploadFile)\b[^}]*\} from '[^']*\/client\.ts'|\bfetch\(\s*\w+\.path/.test(text) &&
      sendsItself[path] === undefined
        ? [`${path} sends past useCommand`]
        : [],
    )

/**
 * What is asked of the server is the same when it is pressed again, or a lost reply would have it done twice: no clock and no
 * chance in what is sent. Pages that show the time all the same:
 */
const readsTheClock: Readonly<Record<string, string>> = {
  'areas/access/web/session/passkey-button.tsx': 'tells whether a challenge has grown old',
  'areas/access/web/company/custom-field.section.tsx': 'names rows of the form, which are not sent',
  'areas/access/web/record/share-links.drawer.tsx': 'tells which links are over',
  'areas/access/web/session/idle.ts': 'tells how long nobody has touched the page',
  'areas/access/web/session/device-key.ts': 'what this browser is known by, made once and kept',
  'areas/engineering/web/bom/material-bom-status.tsx': 'tells which versions are over',
  'areas/insight/web/notice/notice-rules.page.tsx': 'a day to hang the hours of a time picker on',
  'areas/figures/web/panorama/panorama.page.tsx': 'tells when its data has grown old',
  'areas/insight/web/approvals.tab.tsx': 'counts days of waiting',
  'areas/promising/web/countdown.tsx': 'counts down',
  'areas/scheduling/web/publish/freeze.dialog.tsx': 'proposes when a stop ends, taken when the dialog opens',
  'areas/scheduling/web/hand/use-plan.ts': 'says when a drag was saved',
  'areas/masterdata/web/shifts-input.tsx': 'a day to hang the hours of a time picker on',
  'areas/sales/web/recycle-bin.page.tsx': 'counts days that are left',
  'areas/sales/web/sales-order-edit.page.tsx': 'the day of a new order, taken when the form begins',
  'areas/shopfloor/web/report.panel.tsx': 'taken once, when the sheet opens',
  'areas/shopfloor/web/handheld/photos.tsx': 'the key of a photo, taken once and kept with what is sent',
  'areas/shopfloor/web/handheld/report-sheet.tsx': 'taken once, and kept with what is sent',
  'areas/shopfloor/web/handheld/task-list.tsx': 'taken once, and kept with what is sent',
  'areas/shopfloor/web/handheld/shift.ts': 'says when it asked last',
  'areas/shopfloor/web/handheld/recent.ts': 'says when it asked last',
  'areas/warehouse/web/handheld/counts.ts': 'says when it asked last',
  'areas/warehouse/web/handheld/receive-here.tsx': 'tells dates that are still to come',
  'areas/warehouse/web/handheld/goods.ts': 'says when it asked last',
  'areas/warehouse/web/handheld/count-page.tsx': 'taken once, and kept with what is sent',
  'areas/shopfloor/web/task.columns.tsx': 'tells what is late',
  'areas/shopfloor/web/progress-cells.tsx': 'tells what is late',
  'areas/shopfloor/web/workshop/workshop.page.tsx': 'tells what is late, and which shift runs',
}
export const clocksInWrites = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^areas\/[^/]+\/web\/.*\.tsx?$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      /\bDate\.now\(|\bnew Date\(\)|\bdayjs\(\)|\bMath\.random\(|\buuid\(|randomUUID/.test(text) &&
      readsTheClock[path] === undefined
        ? [`${path} reads a clock or chance`]
        : [],
    )

/** A command that says nothing when it is done does something that is seen: its `done` says what. Beside those, and why: */
const seenOtherwise: Readonly<Record<string, string>> = {
  'areas/access/web/session/oidc.page.tsx': 'goes into the product',
  'areas/access/web/session/login.page.tsx': 'the first page opens',
  'areas/access/web/notice/bell.tsx': 'what is read loses its mark',
  'areas/agent/web/lean-agent.page.tsx': 'the answer appears',
  'areas/insight/web/sample-offer.dialog.tsx': 'the offer goes, or the job shows',
  'areas/insight/web/sample-data.page.tsx': 'the job shows',
  'areas/insight/web/reconciliation.page.tsx': 'the job shows',
  'areas/sales/web/order-change.dialog.tsx': 'the list of what follows opens',
  'areas/scheduling/web/late/remedies.tsx': 'the sum of several changes is told',
  'areas/demand/web/forecast.tab.tsx': 'the job shows',
  'areas/scheduling/web/what-if/simulation-orders.tsx': 'the job shows',
  'areas/warehouse/web/scan/move.walk.tsx': 'a tone, and what was moved stands below',
  'areas/warehouse/web/scan/pick.walk.tsx': 'a tone, and the next stop stands there',
  'areas/warehouse/web/scan/receive.walk.tsx': 'a tone, and the line is gone',
  'areas/warehouse/web/count/counted-card.tsx': 'the card makes room for the next scan, the row shows the figure',
}
export const silentCommands = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^(platform|areas\/[^/]+|apps)\/web\/.*\.tsx?$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bsuccess: null\b/g)].some(({ index }) => !/\bdone\b/.test(objectAround(text, index))) &&
      seenOtherwise[path] === undefined
        ? [`${path} has a command that ends without a word`]
        : [],
    )
/** The text between the braces that enclose the place. */
function objectAround(text: string, place: number): string {
  const edge = (step: 1 | -1): number => {
    let depth = 0
    let at = place
    for (; at >= 0 && at < text.length; at += step) {
      const opens = text[at] === (step === 1 ? '{' : '}')
      const closes = text[at] === (step === 1 ? '}' : '{')
      if (closes && depth === 0) break
      depth += opens ? 1 : closes ? -1 : 0
    }
    return at
  }
  return text.slice(edge(-1), edge(1))
}

/** The template strings of a file, whole, with what is put into them. */
function templates(text: string): string[] {
  const found: string[] = []
  const begun: number[] = []
  /** Depths of braces at which a template goes on. */
  const braces: number[] = []
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const one = text[at]
    if (one === '\\') at++
    else if (one === '`') {
      const inside = begun.length > braces.length
      if (inside) found.push(text.slice(begun.pop()! + 1, at))
      else begun.push(at)
    } else if (begun.length > braces.length) {
      if (one === '$' && text[at + 1] === '{') {
        braces.push(depth)
        at++
      }
    } else if (one === '{') depth++
    else if (one === '}') {
      if (braces.length > 0 && depth === braces.at(-1)) braces.pop()
      else depth--
    }
  }
  return found
}
/** What stands outside of brackets. */
function atTop(text: string): string {
  let depth = 0
  return [...text]
    .map(one => {
      if (one === ')' || one === '}') depth--
      const shown = depth === 0 ? one : ' '
      if (one === '(' || one === '{') depth++
      return shown
    })
    .join('')
}

/** Statements that lock and read what they do not lock: that is what has never been decided on. Those that stay, and why: */
const locksAndReads: Readonly<Record<string, string>> = {
  'areas/access/server/company/invitation.ts': 'the name of the company',
  'areas/access/server/session/sign-up.handlers.ts': 'the name of the company',
  'areas/access/server/session/share-link.ts': 'the name of the company',
  'areas/access/server/session/session.ts': 'who finds the row locked leaves it',
  'platform/server/jobs/job-queue.ts': 'what runs is counted under the lock of those who take',
  'platform/server/excel/load-found.ts': 'how many it has locked, instead of their ids',
}
/**
 * Lock, read, decide, save: a statement that waits for a lock reads the locked rows as they are after the wait, and everything
 * else as it was before. So what is decided on is read by a statement of its own.
 */
export const readsWhileLocking = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^(areas\/[^/]+|platform)\/server\/.*\.ts$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      templates(withoutComments(text).replace(/\$\{\s*\w+ \? sql`([^`]*)` : sql``\s*\}/g, '$1'))
        .filter(statement => /\bfor (no key )?update\b/.test(statement))
        .filter(statement => {
          const top = atTop(statement).toLowerCase()
          // Locked in a part of the statement, or more than one table, or sums and sub-queries among what is read.
          if (!/\bfor (no key )?update\b/.test(top) || /\bjoin\b/.test(top)) return true
          const from = /\bfrom\b/.exec(top)?.index ?? 0
          return /\(\s*select\b|\b(sum|count|max|min|array_agg)\(/i.test(statement.slice(0, from))
        })
        .flatMap(statement =>
          locksAndReads[path] === undefined
            ? [`${path} locks and reads in one statement: ${statement.replace(/\s+/g, ' ').slice(0, 80)}`]
            : [],
        ),
    )

/**
 * A state is written and compared by its name: the numbers of a document's life stand in its table of states (`*.status.ts`)
 * alone. Where a `status` is no state:
 */
const otherStatuses: Readonly<Record<string, string>> = {
  'platform/server/postgres/': 'how a program ended',
}
/** A code has two digits at most; a `status` of three is an answer of HTTP. */
const code = String.raw`(?:'\d{1,2}'|\d{1,2})(?![.\w])`
const statesAsNumbers = [
  String.raw`status\s*(?:=|<>|!=|<=|>=|<|>|===|!==)\s*${code}`,
  String.raw`status\s+(?:not\s+)?in\s*\(\s*${code}`,
  String.raw`\bcase\s+(?:\w+\.)?\w*status\s+when\s+${code}`,
  String.raw`status\s*=\s*case\b[^\x60]*?\b(?:then|else)\s+${code}`,
  // Chosen between two, or given where there is none.
  String.raw`status\s*(?:=(?!=)|:)\s*(?:\$\{)?[^,;{}\n]*\?\s*${code}`,
  String.raw`status\s*\?\?\s*${code}`,
  // A property of a row that is built, and a cast that says one code where any may come.
  String.raw`status:\s*${code}(?=\s*(?:[,})\n]|as const))`,
  String.raw`status as '?\d+'?\b`,
].map(pattern => new RegExp(pattern, 'g'))
/** Every place that names a state by its number, with those that are known. */
export const numberedStates = (files: readonly SourceFile[]): { path: string; what: string }[] =>
  files
    .filter(
      ({ path }) =>
        /^(areas\/[^/]+\/(model|server|web)|platform\/(server|web))\/.*\.tsx?$/.test(path) &&
        !isTest(path) &&
        !path.endsWith('.status.ts'),
    )
    .flatMap(({ path, text }) => {
      const bare = withoutComments(text)
      const found = statesAsNumbers
        .flatMap(pattern => [...bare.matchAll(pattern)].map(({ 0: what, index }) => ({ what, index })))
        .sort((a, b) => a.index - b.index)
      // What two patterns find is one place.
      const endOf = (one: { what: string; index: number } | undefined): number =>
        one ? one.index + one.what.length : 0
      return found
        .filter(({ index }, at) => index >= Math.max(0, ...found.slice(0, at).map(endOf)))
        .map(({ what }) => ({ path, what: what.replace(/\s+/g, ' ') }))
    })
export const statesByNumber = (files: readonly SourceFile[]): string[] =>
  numberedStates(files)
    .filter(({ path }) => !Object.keys(otherStatuses).some(folder => path.startsWith(folder)))
    .map(({ path, what }) => `${path} names a state by its number: ${what}`)

/** A document is moved by `transition`; statements that write a state themselves, and why: */
const movesItself: Readonly<Record<string, string>> = {
  'platform/server/list/transition.ts': 'the one way',
  'areas/access/server/session/session.ts': 'after a restore all terminals of all companies wait for their release',
  'areas/document-kit/server/document-books.ts': 'lines have the state that their document was given',
  'platform/server/jobs/job-queue.ts':
    'each statement takes from one state to the next whatever stands there, or nothing',
  'areas/manufacturing/server/mo/progress.ts': 'operations are what their reports say',
  'areas/scheduling/server/plan/task-progress.ts': 'tasks are what their reports say',
  'areas/masterdata/server/unit/unit.handlers.ts': 'a field of the form: in use or not',
  'areas/stock/server/container.handlers.ts': 'a field of the form: in use or not',
  'areas/engineering/server/time/put-learnt-times.ts': 'a field of the form: in use or not',
  'areas/manufacturing/server/plan/plan-messages.ts': 'what a message says is written anew, and opens it',
  'areas/purchasing/server/answer/supplier-answer.queries.ts': 'a supplier answers anew, which opens it',
  'areas/purchasing/server/claim-requests.ts': 'requests are what the orders that claim them say',
  'areas/purchasing/server/planned-changes.ts': 'orders that a plan gave up, locked and asked by the plan',
  'areas/purchasing/server/arrival/arrival.books.ts': 'arrivals are what has come of them',
  'areas/purchasing/server/supply.ts': 'orders are what has arrived of them',
  'areas/sales/server/follow-orders.ts': 'orders are what is planned, made and shipped for them',
  'areas/warehouse/server/receipt.handlers.ts': 'from many states to one, asked of the table of its direction',
  'areas/warehouse/server/settle.ts': 'receipts are what of them was confirmed',
}
export const movesBesideTransition = (files: readonly SourceFile[]): string[] =>
  files
    .filter(
      ({ path }) =>
        /^(areas\/[^/]+|platform)\/server\/.*\.ts$/.test(path) &&
        !isTest(path) &&
        movesItself[path] === undefined &&
        !Object.keys(otherStatuses).some(folder => path.startsWith(folder)),
    )
    .flatMap(({ path, text }) =>
      /\bupdate\b[^`]*?\bset\s(?:[^`]*?,\s*)?status\s*=/.test(withoutComments(text))
        ? [`${path} writes a state past transition`]
        : [],
    )

/** A call that a later area handles says where: whoever looks for what it does begins where it is declared. */
export const handledElsewhere = (files: readonly SourceFile[]): string[] => {
  const declared = new Map(files.map(({ path, text }) => [path, text]))
  return files
    .filter(({ path }) => /^areas\/[^/]+\/server\/.*\.ts$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/import \{([^}]*)\} from '@qitao\/([^/]+)\/(model\/[^']*\.calls\.ts)'/g)]
        .filter(([, names]) =>
          names!.split(',').some(name => {
            const handled = name.trim()
            return handled !== '' && new RegExp(String.raw`\b(?:handle\w*|exportHandler)\(\s*${handled}\b`).test(text)
          }),
        )
        .map(([, , area, file]) => `areas/${area}/${file}`)
        .filter(from => declared.has(from) && !declared.get(from)!.includes(path))
        .map(from => `${from} does not say that it is handled in \`${path}\``),
    )
}

export const rules = {
  clocksInPureCode,
  floatsForQuantities,
  ordersReadForAll,
  jsxOutsideWeb,
  stylesTwice,
  stylesOfOthers,
  foreignWrites,
  accessNamesLater,
  keysWithoutCompany,
  errorsDeclaredTwice,
  machinePaths,
  sleepingTests,
  storiesToldTwice,
  writesBesideCommands,
  clocksInWrites,
  silentCommands,
  readsWhileLocking,
  statesByNumber,
  movesBesideTransition,
  handledElsewhere,
}
