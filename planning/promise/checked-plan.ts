/**
 * A promise as a scheduling problem and a plan of it, so that the independent checker can judge it: everything that was
 * placed before on its machines and with its people stands fixed, every promised task is free and has to keep every rule.
 */
import { timesUp } from '../bom/bom.ts'
import type { Plan } from '../scheduling/place/plan.ts'
import type { Operation, Problem } from '../scheduling/problem/problem.ts'
import type { Answer } from './answer.ts'
import type { PromiseSnapshot } from './snapshot.ts'

export function checkedPlan(snapshot: PromiseSnapshot, answers: readonly Answer[]): { problem: Problem; plan: Plan } {
  const recipes = new Map(snapshot.recipes.map(recipe => [recipe.material, recipe]))
  const promised = answers.flatMap(({ id, takes }) =>
    takes.tasks.map(task => ({ ...task, id: `${id}/${task.run}/${task.material}/${task.operation}` })),
  )
  const recipeSteps = promised.map(
    ({ material, operation }) => recipes.get(material)!.operations.find(each => each.id === operation)!,
  )
  const machinesUsed = new Set(promised.map(({ machine }) => machine))
  const resourcesUsed = new Set(recipeSteps.flatMap(({ holds = [] }) => holds.map(({ resource }) => resource)))
  const placed = snapshot.placed.filter(
    ({ machine, holds = [] }) => machinesUsed.has(machine) || holds.some(({ resource }) => resourcesUsed.has(resource)),
  )
  const lotOf = new Map(
    answers.flatMap(({ id, takes }) =>
      takes.productions.map(({ run, material, quantity }) => [`${id}/${run}/${material}`, quantity] as const),
    ),
  )
  const before = '0/placed'
  const orderOf = (id: string) => id.split('/').slice(0, 2).join('/')
  const orders = [...new Set(promised.map(({ id }) => orderOf(id)))]
  const operations: Operation[] = [
    ...placed.map(
      ({ id, machine, setupStart, start, end, family = null, holds }): Operation => ({
        id: `placed/${id}`,
        order: before,
        machines: [{ machine, setupSeconds: 0, runSeconds: end - start }],
        predecessors: [],
        mayPause: true,
        family,
        ...(holds ? { holds } : {}),
        fixed: { machine, setupStart, start, end, why: 'locked' },
      }),
    ),
    ...promised.map(({ id, run, material, operation }, index): Operation => {
      const { machines, predecessors, mayPause, family = null, holds } = recipeSteps[index]!
      const wish = id.split('/')[0]!
      const lot = lotOf.get(`${wish}/${run}/${material}`) ?? 1
      const own = recipes.get(material)!
      const feeding = own.components.flatMap(component => {
        const isFirst = predecessors.length === 0
        const here = component.operation === operation || (component.operation === null && isFirst)
        return here ? promised.filter(one => one.id.startsWith(`${wish}/${run}/${component.material}/`)) : []
      })
      return {
        id,
        order: orderOf(id),
        machines: machines.map(({ machine, setupSeconds, secondsPerStep }) => ({
          machine,
          setupSeconds,
          runSeconds: secondsPerStep && timesUp(lot, secondsPerStep),
        })),
        predecessors: [
          ...predecessors.map(({ operation: of, waitSeconds = 0 }) => ({
            operation: `${wish}/${run}/${material}/${of}`,
            waitSeconds,
          })),
          ...feeding.map(one => ({ operation: one.id })),
        ],
        mayPause,
        family,
        ...(holds ? { holds } : {}),
      }
    }),
  ]
  const tasks = [
    ...placed.map(({ id, machine, setupStart, start, end }) => ({
      ...{
        operation: `placed/${id}`,
        order: before,
        machine,
        setupStart,
        start,
        end,
        setupSeconds: start - setupStart,
      },
      ...{ fixed: true, reasons: [{ kind: 'fixed' as const, why: 'locked' as const, until: start }] },
    })),
    ...promised.map(({ id, machine, setupStart, start, end, setupSeconds }) => ({
      ...{ operation: id, order: orderOf(id), machine, setupStart, start, end, setupSeconds },
      ...{ fixed: false, reasons: [{ kind: 'now' as const, until: snapshot.now }] },
    })),
  ]
  const finishOf = (order: string) =>
    tasks.reduce<number | null>((last, task) => (task.order === order ? Math.max(last ?? 0, task.end) : last), null)
  return {
    problem: {
      now: snapshot.now,
      limit: snapshot.limit,
      calendars: snapshot.calendars,
      machines: snapshot.machines,
      resources: snapshot.resources ?? [],
      changeovers: snapshot.changeovers ?? [],
      orders: [before, ...orders].map(id => ({ id, due: snapshot.limit, priority: 100 })),
      operations,
    },
    plan: {
      tasks,
      unplanned: [],
      orders: [before, ...orders].map(order => ({ order, finish: finishOf(order), tardinessSeconds: 0 })),
      conflicts: [],
      score: {
        ...{ weightedTardinessHours: 0, lateOrders: 0, setupSeconds: 0 },
        ...{ makespanSeconds: 0, flowSeconds: 0, unplannedOrders: 0 },
      },
      iterations: 0,
    },
  }
}
