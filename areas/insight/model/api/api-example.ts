import { listMaterials } from '@qitao/masterdata/model/material/material.calls.ts'
import { addSalesOrder, listSalesOrders } from '@qitao/sales/model/sales-order.calls.ts'
import { hookHeaders } from '../hook/web-hook.rules.ts'

/** A whole program, as the page of the calls shows it and a story runs it: it enters an order, watches it and hears its web hook. */
export const apiExample = `// node order.mjs - needs Node 20 or later, and nothing else
// QITAO_URL: where the product is; QITAO_TOKEN: an API token with the pages Sales order and Material that may act
// HOOK_SECRET: of the web hook that points to this program; HOOK_PORT: where it listens
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { QITAO_URL, QITAO_TOKEN, HOOK_SECRET, HOOK_PORT = '8088', MATERIAL } = process.env

/** One call. With a key of yours it is done once, however often it is sent. */
async function call(path, input, key) {
  const response = await fetch(QITAO_URL + path, {
    method: 'POST',
    headers: {
      Authorization: QITAO_TOKEN,
      'Content-Type': 'application/json',
      'Accept-Language': 'en',
      ...(key ? { 'Idempotency-Key': key } : {}),
    },
    body: JSON.stringify(input),
  })
  const { code, message, data } = await response.json()
  if (code !== 200) throw new Error(\`\${path}: \${code} \${message}\`)
  return data
}

/** All rows of a list, page by page. */
async function* rows(path, input = {}) {
  let cursor
  do {
    const page = await call(path, { ...input, page_size: 200, ...(cursor ? { cursor } : {}) })
    yield* page.result
    cursor = page.next_cursor
  } while (cursor)
}

/** The message of a web hook, or undefined when it is not from the product. */
function readHook(headers, body) {
  const time = headers['${hookHeaders.timestamp.toLowerCase()}']
  const signature = Buffer.from(String(headers['${hookHeaders.signature.toLowerCase()}']))
  const right = Buffer.from('v1=' + createHmac('sha256', HOOK_SECRET).update(\`\${time}.\${body}\`).digest('hex'))
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300
  const isOurs = signature.length === right.length && timingSafeEqual(signature, right)
  return isFresh && isOurs ? JSON.parse(body) : undefined
}

const heard = new Map()
const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', piece => (body += piece)).on('end', () => {
    const message = readHook(request.headers, body)
    // The same id may come twice.
    if (message) heard.set(message.id, message)
    response.writeHead(message ? 204 : 401).end()
  })
}).listen(Number(HOOK_PORT))

for await (const material of rows('${listMaterials.path}', { keyword: MATERIAL })) {
  const today = Math.floor(Date.now() / 1000)
  const order = await call('${addSalesOrder.path}', {
    order_date: today,
    delivery_date: today + 14 * 86400,
    lines: [{ material_id: material.id, quantity: '5' }],
    submit: true,
  }, 'erp-4711')
  console.log('entered', order.no)
  for (let tries = 0; tries < 60; tries++) {
    const { result: [now] } = await call('${listSalesOrders.path}', { keyword: order.no })
    const told = [...heard.values()].find(({ data }) => data.no === order.no)
    console.log('state', now.status, told ? 'heard ' + told.kind : '')
    if (told) break
    await new Promise(wait => setTimeout(wait, 500))
  }
  break
}
server.close()
server.closeAllConnections()
`
