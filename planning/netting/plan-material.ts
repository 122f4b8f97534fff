/** The material plan: which supply covers which need, when every order is kitted, what to make and buy. */
import { lastOpen } from '../calendar/last-open.ts'
import { Kits } from '../pegging/kit.ts'
import { pegged } from '../pegging/links.ts'
import { leadSeconds } from './lead-time.ts'
import type { Cover, EdgeColumns, MaterialPlan, OrderKit, Proposal, ProposalEdge } from './material-plan.ts'
import { messagesOf, proposalName } from './messages.ts'
import { NettingState } from './netting-state.ts'
import type { MaterialSnapshot } from './snapshot.ts'
import { compareText, type Draft, type Material } from './tables.ts'

/** Throws `CyclicBom` when a material contains itself. */
export const planMaterial = (snapshot: MaterialSnapshot): MaterialPlan =>
  planOf(new NettingState(snapshot), snapshot.demands.length, snapshot.deferSeconds)

/** The plan that a state stands at, by the numbers of its demands (as many of them) and supplies. */
export function planOf(state: NettingState, demands: number = state.needs.size, deferSeconds?: number): MaterialPlan {
  const { needs, orders, families } = state
  return {
    ...proposalsOf(state),
    edges: edgesOf(state),
    demands: {
      shortage: needs.missing.slice(0, demands),
      kitAt: needs.kitAt.slice(0, demands),
      expectedAt: needs.expectedAt.slice(0, demands),
    },
    orders: kitsOf(state, orders.row.keys()),
    proposalEdges: proposalEdges(state, draftsOf(families.materials)),
    messages: messagesOf(state, families.materials, deferSeconds),
  }
}

export type Proposals = Pick<MaterialPlan, 'purchases' | 'productions'>
/** What to buy and what to make. */
export function proposalsOf(state: NettingState): Proposals {
  const drafts = draftsOf(state.families.materials)
  return { purchases: proposals(state, drafts, 'bought'), productions: proposals(state, drafts, 'made') }
}

/** So much of it is needed; the rest of its quantity is the lot's. */
export const neededOf = ({ covers }: Proposal): number => covers.reduce((sum, { quantity }) => sum + quantity, 0)

/** Kits of orders by number; those that nobody asks for are left out. */
export function kitsOf(state: NettingState, orders: Iterable<number>): OrderKit[] {
  const kits = new Kits(state)
  const found: OrderKit[] = []
  for (const order of orders) if (state.orders.row[order]) found.push(kits.of(order))
  return found
}

/** Sorted by level, material and the date of need. */
const draftsOf = (materials: readonly Material[]): Draft[] =>
  materials
    .filter(material => material.drafts.length > 0)
    .sort((a, b) => a.level - b.level || compareText(a.id, b.id))
    .flatMap(material => material.drafts)

function edgesOf({ families, pegs, supplies }: NettingState): EdgeColumns {
  const sorted = new Set(families.materials.toSorted((a, b) => compareText(a.id, b.id)).map(({ family }) => family))
  let count = 0
  for (const { demands } of sorted)
    for (const need of demands) for (let peg = pegs.first[need]!; peg >= 0; peg = pegs.next[peg]!) count++
  const edges = {
    supply: new Int32Array(count),
    demand: new Int32Array(count),
    quantity: new Float64Array(count),
    supplyQuantity: new Float64Array(count),
    availableAt: new Float64Array(count),
    locked: new Uint8Array(count),
  }
  let edge = 0
  for (const { demands } of sorted)
    for (const need of demands)
      for (let peg = pegs.first[need]!; peg >= 0; peg = pegs.next[peg]!) {
        const supply = pegs.target[peg]!
        edges.supply[edge] = supply
        edges.demand[edge] = need
        edges.quantity[edge] = pegs.covered[peg]!
        edges.supplyQuantity[edge] = pegs.used[peg]!
        edges.availableAt[edge] = supplies.date[supply]!
        edges.locked[edge++] = Number(pegs.why[peg] === pegged.chosen)
      }
  return edges
}

const proposals = (
  { needs, covers, open, drafts: all }: NettingState,
  drafts: readonly Draft[],
  kind: 'made' | 'bought',
): Proposal[] =>
  drafts
    .filter(draft => draft.material.planned!.kind === kind)
    .map(draft => {
      const covered: Cover[] = []
      for (let link = covers.firstOfTarget[draft.number]!; link >= 0; link = covers.nextOfTarget[link]!) {
        const need = covers.owner[link]!
        const parent = needs.draft[need]!
        covered.push(
          parent >= 0
            ? { proposal: proposalName(all.all[parent]!), quantity: covers.covered[link]! }
            : { demand: needs.row[need]!.id, quantity: covers.covered[link]! },
        )
      }
      return {
        id: proposalName(draft),
        material: draft.material.id,
        quantity: draft.quantity,
        orderBy: draft.orderBy,
        latestStart: lastOpen(open, draft.neededAt - leadSeconds(draft.material.planned!, draft.quantity)),
        availableAt: draft.availableAt,
        neededAt: draft.neededAt,
        level: draft.material.level,
        covers: covered,
      }
    })

function proposalEdges({ pegs, supplies }: NettingState, drafts: readonly Draft[]): ProposalEdge[] {
  const edges: ProposalEdge[] = []
  for (const draft of drafts)
    for (const need of draft.needs)
      for (let peg = pegs.first[need]!; peg >= 0; peg = pegs.next[peg]!) {
        const supply = pegs.target[peg]!
        const { id, material } = supplies.row[supply]!
        edges.push({
          supply: id,
          proposal: proposalName(draft),
          quantity: pegs.covered[peg]!,
          supplyQuantity: pegs.used[peg]!,
          material,
          availableAt: supplies.date[supply]!,
        })
      }
  return edges
}
