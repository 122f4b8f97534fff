import { sql } from 'kysely'

/** Of a report `r` the pieces that went through its step for the first time: what is worked on again was there before. */
export const firstMade = sql`(r.finished_quantity + r.defective_quantity + r.rework_quantity - r.reworked_quantity)`
/** Of those the good ones. What a later step sends back was not: `report_sent_back` takes it off again. */
export const firstGood = sql`least(r.finished_quantity, ${firstMade})`

/** Reports `r` with what they sent back `b` to tasks `k` before theirs: it was not made, and is reported once more when it is. */
export const sentBack = sql`report_record r join report_sent_back b on b.org_id = r.org_id and b.report_id = r.id
      join production_task k on k.org_id = b.org_id and k.id = b.task_id`
