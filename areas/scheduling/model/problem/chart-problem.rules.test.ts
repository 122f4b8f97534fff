import type { Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import { expect, test } from 'vitest'
import { chartProblem, machinesFor, problemOfChart } from './chart-problem.rules.ts'

const saws = [
  { machine: 'saw 1', setupSeconds: 0, runSeconds: 60 },
  { machine: 'saw 2', setupSeconds: 0, runSeconds: 60 },
]
const welders = [{ machine: 'welder', setupSeconds: 300, runSeconds: null }]
const operation = (id: string, machines: typeof saws | typeof welders) => ({
  ...{ id, order: 'one', predecessors: [], mayPause: true },
  machines,
})
const problem = {
  ...{ now: 0, limit: 1_000, calendars: [], machines: [], orders: [] },
  operations: [operation('cut', saws), operation('weld', welders), operation('trim', saws)],
} as unknown as Problem

test('a problem comes back from the chart as it went, each list of machines written once', () => {
  const { machine_lists, ...sent } = JSON.parse(JSON.stringify(chartProblem(problem)))
  expect(machine_lists).toEqual([saws, welders])
  expect(problemOfChart({ machine_lists, ...sent })).toEqual(problem)
})

test('the machines that can do an operation', () => {
  const sent = chartProblem(problem)
  expect([...machinesFor(sent, 'trim')]).toEqual(['saw 1', 'saw 2'])
  expect([...machinesFor(sent, 'elsewhere')]).toEqual([])
})
