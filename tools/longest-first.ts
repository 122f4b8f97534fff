// The order of test files: those that take longest first, so that no worker has one of them alone before it at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds where nothing else runs: a fresh machine knows no durations, and the size of a file says little about them. */
export const long: Readonly<Record<string, number>> = {
  'rights.calls': 60,
  'races.calls': 50,
  'backup.calls': 45,
  'sample-factories.calls': 35,
  'repair-plan.property': 33,
  'embedded.pg': 30,
  'sample-story.calls': 30,
  'fuzz.calls': 25,
  'schedule.calls': 25,
  'simulation.calls': 22,
  'meanwhile.calls': 22,
  'promise-kept.calls': 22,
  'reconciliation.calls': 20,
  'scope.calls': 20,
  'limits.calls': 19,
  'supervise.pg': 17,
  'package.calls': 13,
  'agent.calls': 10,
  'large-jobs.calls': 9,
  'unrelated.property': 7,
}
type Of = { readonly moduleId: string; readonly project: { readonly name: string } }
const secondsOf = ({ moduleId }: Of): number => long[/([^/]+)\.test\.tsx?$/.exec(moduleId)?.[1] ?? ''] ?? 0

/** Projects stay in their order, one after the other. */
export const longestFirst = <File extends Of>(files: readonly File[]): File[] =>
  [...Map.groupBy(files, ({ project }) => project.name).values()].flatMap(ofProject =>
    ofProject.toSorted((one, other) => secondsOf(other) - secondsOf(one)),
  )

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files))
  }
}
