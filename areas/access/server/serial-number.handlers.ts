import { type Handler, handle } from '@qitao/platform/server/handle.ts'
import { proposeSerial } from '@qitao/platform/server/serial.ts'
import { generateSerialNumber } from '../model/serial-number.calls.ts'

export const serialNumberHandlers: Handler[] = [
  handle(generateSerialNumber, async ({ module_code }, { tx, now, member }) => ({
    customer_serial_number: await proposeSerial(tx, module_code, now, member.time_zone),
  })),
]
