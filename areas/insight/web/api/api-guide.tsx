import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { apiExample } from '../../model/api/api-example.ts'
import { hookHeaders } from '../../model/hook/web-hook.rules.ts'
import { hookKinds, hookKindTitle } from '../../model/hook/web-hook-events.ts'
import { Code } from './code.tsx'

const envelope = `{ "code": 200, "message": "", "data": { } }`
const list = `{ "keyword": "PUMP", "page": 1, "page_size": 200, "order_by": "-created_time" }
{ "code": 200, "message": "", "data": { "result": [ ], "total": 1234, "next_cursor": "…" } }`
const message = `{ "id": "…", "kind": "sales_order_approved", "time": 1790000000,
  "company_code": "ACME", "data": { "id": "…", "no": "SO202611280001", "status": 10 } }`

/** What a program has to know to call, in the order in which it needs it; with one that does. */
export function ApiGuide() {
  const say = useSay()
  return (
    <article>
      <h2>{say(text('从这里开始', 'Begin here'))}</h2>
      <h3>{say(text('1. 取得令牌', '1. Get a token'))}</h3>
      <p>
        {say(
          text(
            '登录后点右上角您的名字，选「API令牌」，填名称、勾选它能打开的页面；要写入则勾「可操作」。令牌只显示一次，权限永远不超过您自己，可随时吊销。',
            'Sign in, press your name at the top right, choose “API tokens”, enter a name and tick the pages it opens; tick “May act” to let it write. It is shown once, never may more than you may, and can be revoked at any time.',
          ),
        )}
      </p>
      <h3>{say(text('2. 调用', '2. Call'))}</h3>
      <p>
        {say(
          text(
            '以 JSON 发送 POST，令牌放在 Authorization 头（不加 Bearer）。Accept-Language 为 zh 或 en 决定文字。应答总是一个信封，HTTP 多为 200：看 code。',
            'Send JSON by POST with the token as it is in the Authorization header (no “Bearer”). Accept-Language, zh or en, decides the words. The answer is always an envelope, mostly with HTTP 200: look at its code.',
          ),
        )}
      </p>
      <Code of={envelope} />
      <p>
        {say(
          text(
            '会改变数据的调用带上您自己的 Idempotency-Key（如 erp-4711）：无论发几次只做一次，断线后用同一个键再发。修改时带上所读到的 row_version；5023 表示他人已改，请重读。',
            'Give a call that changes data an Idempotency-Key of your own (such as erp-4711): it is done once however often it is sent, so send it again under the same key when no answer came. Alter with the row_version you have read; 5023 says that somebody was faster: read anew.',
          ),
        )}
      </p>
      <h3>{say(text('3. 值的写法', '3. How values are written'))}</h3>
      <ul>
        <li>
          {say(
            text(
              '数量和金额是十进制文本（"12.5"），不是浮点数；单位见物料。',
              'Quantities and money are decimal texts ("12.5"), no floats; the unit is the material’s.',
            ),
          )}
        </li>
        <li>
          {say(
            text(
              '时刻是 1970 年起的秒数（UTC）；日期是公司时区当天零点的秒数。',
              'Instants are seconds since 1970 (UTC); a day is the second at which it begins where the company is.',
            ),
          )}
        </li>
        <li>
          {say(
            text(
              '状态是数字或短码，含义见每个字段；未知字段会被拒绝。',
              'States are numbers or short codes, told at each field; unknown fields are refused.',
            ),
          )}
        </li>
      </ul>
      <h3>{say(text('4. 翻页', '4. Page through lists'))}</h3>
      <p>
        {say(
          text(
            '列表接受 keyword、page、page_size（至多 2000）和 order_by（负号为倒序）。读完整个列表：把上一页的 next_cursor 作为 cursor 再发，直到它为空。',
            'Lists take keyword, page, page_size (at most 2000) and order_by (a minus turns it round). To read all of one, send next_cursor of the page before as cursor, until it is null.',
          ),
        )}
      </p>
      <Code of={list} />
      <h3>{say(text('5. 出错时', '5. When it goes wrong'))}</h3>
      <p>
        {say(
          text(
            '5003（被锁定）、5057 和 HTTP 503（繁忙）：按 Retry-After 稍候再发。5256：令牌无效或过期。5011：无权。5001、5020 等：按 data.field 和 data.row 修改。全部见「错误码」。',
            '5003 (locked), 5057 and HTTP 503 (busy): wait as Retry-After says and send again. 5256: the token is wrong or over. 5011: no right. 5001, 5020 and the like: mend what data.field and data.row name. All of them stand under “Errors”.',
          ),
        )}
      </p>
      <h3>{say(text('6. 接收事件', '6. Be told of events'))}</h3>
      <p>
        {say(
          text(
            '管理员在「事件推送」中登记您的 https 地址和事件，得到密钥。事件发生即 POST 到该地址；以 2xx 应答表示收到，否则一天内按渐长的间隔重试。同一 id 可能来两次。',
            'An administrator enters your https address and the events under “Web hooks” and gets a secret. Each event is posted there at once; answer 2xx when you have it, else it is tried again for a day after growing waits. The same id may come twice.',
          ),
        )}
      </p>
      <Code of={message} />
      <p>
        {say(
          text(
            `核对签名：${hookHeaders.signature} 应等于 v1= 加上以密钥对「${hookHeaders.timestamp}.正文」（正文逐字节）算出的 HMAC-SHA256 十六进制；时间超过 5 分钟的拒收。`,
            `Check it: ${hookHeaders.signature} is v1= and the HMAC-SHA256 (hex) by the secret of “${hookHeaders.timestamp}.body”, the body byte for byte; refuse what is older than 5 minutes.`,
          ),
        )}
      </p>
      <ul className="qt-api-kinds">
        {hookKinds.map(kind => (
          <li key={kind}>
            <code>{kind}</code> {say(hookKindTitle(kind))}
          </li>
        ))}
      </ul>
      <h3>{say(text('7. 一个完整的程序', '7. A whole program'))}</h3>
      <p>
        {say(
          text(
            '录入一张销售订单，看它的状态，直到收到它的事件。TypeScript 程序可用 @qitao/client，带全部类型。',
            'It enters a sales order and watches it until its event arrives. Programs in TypeScript can use @qitao/client, which has all types.',
          ),
        )}
      </p>
      <Code of={apiExample} />
    </article>
  )
}
