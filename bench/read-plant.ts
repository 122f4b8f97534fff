import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import { planPlantMaterial } from './plant-material.ts'
import { openOperations, problemOf } from './plant-problem.ts'

/** The scheduling problem of a plant on file, netted: `.json` or `.json.gz`. */
export function readPlantProblem(file: string): Problem {
  const data = readFileSync(file)
  const plant = JSON.parse((file.endsWith('.gz') ? gunzipSync(data) : data).toString('utf8'))
  const operations = openOperations(plant)
  return problemOf(plant, operations, planPlantMaterial(plant, operations))
}
