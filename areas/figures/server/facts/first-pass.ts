import { sql } from 'kysely'

/** Of a report `r` the pieces that went through its step for the first time: what is worked on again was there before. */
export const firstMade = sql`(r.finished_quantity + r.defective_quantity + r.rework_quantity - r.reworked_quantity)`
/** Of those the good ones. What a later step sends back was not: `report_sent_back` takes it off again. */
export const firstGood = sql`least(r.finished_quantity, ${firstMade})`
