import type { RestsByTask } from '@qitao/scheduling/server'
import { sql } from 'kysely'

/** In order and apart from each other, as pairs; what still rests does so until now. */
export const restsByTask: RestsByTask = (
  org_id,
  now,
) => sql`select r.task_id, json_agg(json_build_array(lower(r.rest), upper(r.rest)) order by r.rest) as rests
  from (select task_id, unnest(range_agg(int8range(from_time, greatest(from_time, coalesce(to_time, ${now}::bigint))))) as rest
    from task_pause where org_id = ${org_id} group by task_id) r group by r.task_id`
