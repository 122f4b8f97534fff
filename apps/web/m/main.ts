import { accessErrors } from '@qitao/access/model/access.errors.ts'
import { setUserConfig } from '@qitao/access/model/member/user-config.calls.ts'
import { commonUpload } from '@qitao/access/model/record/attachment.calls.ts'
import { login, logout, refreshToken, userInfo } from '@qitao/access/model/session/session.calls.ts'
import { defineErrors } from '@qitao/platform/web/call/failures.ts'
import { typeHostScans } from '@qitao/platform/web/form/host.ts'
import { startDevice } from '@qitao/platform/web/offline/device.ts'
import { renderInto } from '@qitao/platform/web/offline/render-into.ts'
import { preferences } from '@qitao/platform/web/session/preferences.ts'
import { createStore } from '@qitao/platform/web/store.ts'
import { qualityErrors } from '@qitao/quality/model/quality.errors.ts'
import { callAndon } from '@qitao/shopfloor/model/andon/andon.calls.ts'
import { addReport, dropReport, pauseTask, resumeTask, startTask } from '@qitao/shopfloor/model/report.calls.ts'
import { shopfloorErrors } from '@qitao/shopfloor/model/shopfloor.errors.ts'
import { Handheld } from '@qitao/shopfloor/web/handheld/handheld.tsx'
import { recentPart } from '@qitao/shopfloor/web/handheld/recent-page.tsx'
import { lookAtTerminal, readTerminal } from '@qitao/shopfloor/web/handheld/terminal.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { countCalls } from '@qitao/warehouse/model/count/count.calls.ts'
import { warehouseErrors } from '@qitao/warehouse/model/warehouse.errors.ts'
import { countPart } from '@qitao/warehouse/web/handheld/count-page.tsx'
import { goodsCalls } from '@qitao/warehouse/web/handheld/goods-here.ts'
import { goodsPart } from '@qitao/warehouse/web/handheld/goods-page.tsx'
import { keepServed } from './keep-served.ts'
import '@qitao/platform/web/tokens.css'

// The operator's page: an entry of its own, because a device on the floor loads it over a bad connection and starts it without one.
defineErrors([accessErrors, stockErrors, qualityErrors, shopfloorErrors, warehouseErrors])

const update = createStore<(() => void) | undefined>(undefined)
const speak = () => {
  document.documentElement.lang = preferences.get().language === 'zh' ? 'zh-CN' : 'en'
}
preferences.subscribe(speak)
speak()
keepServed(takeNewer => update.set(() => takeNewer))
void readTerminal().then(() =>
  startDevice({
    ...{ login, userInfo, refreshToken, logout, upload: commonUpload, setConfig: setUserConfig },
    queued: [startTask, pauseTask, resumeTask, addReport, dropReport, callAndon, countCalls.enter, ...goodsCalls],
    photosOf: { [addReport.path]: 'report_record', [countCalls.enter.path]: 'count_line' },
    before: lookAtTerminal,
  }),
)
typeHostScans()
const root = document.getElementById('root')
if (root) renderInto(root, Handheld, { update, parts: [recentPart, goodsPart, countPart] })
