import { bicycle } from '../../model/sample/bicycle/bicycle.ts'
import { electronics } from '../../model/sample/electronics.ts'
import type { Factory } from '../../model/sample/factory.ts'
import { machining } from '../../model/sample/machining.ts'
import { moulding } from '../../model/sample/moulding.ts'

/** The factory of each industry that `industries` offers. */
export const factories: Readonly<Record<string, Factory>> = { bicycle, machining, moulding, electronics }
