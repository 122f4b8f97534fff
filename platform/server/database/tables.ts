// Written by tools/database-types.ts from the migrated database; not edited by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Read as a value, written as JSON text. */
export type JsonColumn = ColumnType<unknown, string, string>

export interface Tables {
  access_request: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    user_id: string
    page_path: string
    reason: string
    status: number
    answer: string | null
    answered_by: string | null
    answered_time: number | null
  }
  adjust_reason: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    name: string
  }
  agent_conversation: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    title: string
    message_count: Generated<number>
  }
  agent_message: {
    org_id: Generated<string>
    id: Generated<string>
    created_time: Generated<number>
    conversation_id: string
    position: number
    question: string
    answer: string
    references: JsonColumn
  }
  andon_call: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    task_id: string | null
    mo_id: string
    process_id: string
    device_id: string
    cause: number
    status: Generated<number>
    remark: string | null
    called_time: number
    called_by: string
    rung_ids: Generated<string[]>
    answered_time: number | null
    answered_by: string | null
    closed_time: number | null
    closed_by: string | null
    remedy: string | null
    level: Generated<number>
    stop_told_time: number | null
  }
  andon_duty: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    cause: number
    workgroup_id: string | null
    owner_id: string
    manager_id: string | null
    remark: string | null
  }
  api_token: {
    org_id: Generated<string>
    id: string
    user_id: string
    name: string
    token_hash: string
    page_paths: string[]
    writes: boolean
    created_time: Generated<number>
    expire_time: number
    used_time: number | null
    revoked_time: number | null
  }
  app_permission: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    role_id: string
    app_code: Generated<string>
    page_paths: Generated<string[]>
    data_scope: Generated<number>
    action_keys: string[] | null
  }
  app_user: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    account: string
    name: string
    phone: string | null
    email: string | null
    job_number: string | null
    password_hash: string
    status: Generated<number>
    is_admin: Generated<boolean>
    invalid_role: Generated<boolean>
    dropped: Generated<boolean>
    person_id: string | null
    first_password: Generated<boolean>
  }
  approval: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    module_code: string
    object_id: string
    object_no: string
    mode: number
    status: Generated<number>
    starter_id: string
    started_time: number
    finished_time: number | null
    amount: string | null
    currency: string | null
    document: JsonColumn
    content_hash: string
    current_approver_ids: string[]
    reminded_time: number | null
    own_ids: Generated<string[]>
  }
  approval_event: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    approval_id: string
    action: string
    user_id: string
    to_user_id: string | null
    comment: string | null
    at: number
  }
  approval_flow: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    module_code: string
    mode: number
    approver_ids: string[]
    enabled: Generated<number>
    amount_from: string | null
    workgroup_ids: Generated<string[]>
  }
  approval_step: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    approval_id: string
    sequence: number
    approver_id: string
    delegated_by: string | null
    result: Generated<number>
    comment: string | null
    handled_time: number | null
  }
  arrival: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: string
    supplier_id: string
    planned_date: number
    time_window: string | null
    dock: string | null
    carrier: string | null
    vehicle: string | null
    operator_id: string | null
    remark: string | null
  }
  arrival_line: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    arrival_id: string
    line_no: number
    order_line_id: string
    material_id: string
    quantity: string
    received_quantity: Generated<string>
    lot_number: string | null
    container_count: number | null
  }
  asking: {
    kind: string
    account: string
    address: string
    asked_at: number
  }
  attachment: {
    org_id: Generated<string>
    id: string
    created_time: Generated<number>
    created_by: Generated<string | null>
    sample: Generated<boolean>
    module: string | null
    object_id: string | null
    file_name: string
    file_size: number
    mime_type: string
    sha256: string
  }
  audit_log: {
    id: GeneratedAlways<number>
    org_id: Generated<string>
    at: Generated<number>
    user_id: Generated<string | null>
    call: string
    input: JsonColumn | null
    request_key: string | null
    api_token_id: string | null
  }
  backup_record: {
    moment_time: number
    finished_time: Generated<number>
    tables: number
    rows: number
    bytes: number
    tried_time: number | null
  }
  benchmark_reference: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    indicator: string
    industry: string
    industry_worst: string | null
    industry_average: string | null
    industry_best: string | null
    target: string | null
    source: string | null
    source_year: number | null
    sample_count: number | null
    link: string | null
  }
  bin_in_count: {
    org_id: Generated<string>
    location_id: string
    count_id: string
    frozen: boolean
  }
  calendar: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    name: string
    is_default: Generated<boolean>
    shifts: Generated<JsonColumn>
  }
  calendar_day: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    calendar_id: string
    day: string
    day_type: number
    shifts: Generated<JsonColumn>
    remark: string | null
  }
  capacity_hold: {
    org_id: Generated<string>
    id: string
    inquiry_id: string
    order_line_id: string
    part: number
    material_id: string
    process_id: string
    sequence: number
    device_id: string
    setup_start_time: number
    start_time: number
    end_time: number
    quantity: string
    kept_until: number | null
  }
  change_line: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    device_id: string | null
    from_material_id: string | null
    to_material_id: string | null
    from_series: string | null
    to_series: string | null
    change_seconds: number
    remark: string | null
    workgroup_id: string | null
    attribute: string | null
    from_value: string | null
    to_value: string | null
  }
  change_log: {
    id: GeneratedAlways<number>
    org_id: Generated<string>
    at: Generated<number>
    user_id: Generated<string | null>
    cause: Generated<string | null>
    table_name: string
    row_id: string
    operation: string
    old_row: JsonColumn | null
    new_row: JsonColumn | null
  }
  company_reference: {
    constraint_id: string | null
    child: string | null
    parent: string | null
    joined: string | null
    cleared: string | null
    is_mention: boolean | null
    is_part: boolean | null
  }
  conflict_told: {
    org_id: Generated<string>
    key: string
    told_time: Generated<number>
  }
  conflict_watch: {
    org_id: Generated<string>
    looked_time: number
    took_ms: Generated<number>
    overdue_told_time: Generated<number>
  }
  container: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    container_type_id: string
    location_id: string | null
    status: Generated<number>
    remark: string | null
  }
  container_type: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    name: string
    specs: string | null
    capacity: string | null
    remark: string | null
  }
  count_line: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    count_id: string
    line_no: number
    material_id: string
    location_id: string
    lot_number: Generated<string>
    quality_status: Generated<number>
    container_id: string | null
    book_quantity: string
    first_quantity: string | null
    first_book: string | null
    first_by: string | null
    first_time: number | null
    second_quantity: string | null
    second_book: string | null
    second_by: string | null
    second_time: number | null
    counted_quantity: GeneratedAlways<string | null>
    difference: GeneratedAlways<string | null>
    remark: string | null
  }
  custom_field: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    module_code: string
    field_key: string
    field_name: string
    field_type: string
    options: Generated<string[]>
    required: Generated<boolean>
    sequence: number
    enabled: Generated<number>
  }
  customer: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    name: string
    partner_kind: Generated<number>
    contact: string | null
    phone: string | null
    email: string | null
    address: string | null
    currency: string | null
    tax_rate: string | null
    level: string | null
    status: Generated<number>
    remark: string | null
    custom: Generated<JsonColumn>
  }
  cycle_time: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    material_id: string | null
    process_id: string
    device_id: string | null
    type: Generated<string>
    cycle_seconds: string
    batch_quantity: Generated<string>
    setup_seconds: Generated<number>
    employees: Generated<number>
    expected_oee: Generated<string>
    status: Generated<number>
    remark: string | null
    learnt_time: number | null
    learnt_count: number | null
    charge_load: Generated<string>
  }
  demand_event: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    name: string
    kind: string
    start_day: number
    days: number
    uplift: number
    series: string | null
    material_id: string | null
  }
  demand_forecast: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    material_id: string
    time_dimension: number
    demand_kind: string
    wape: string | null
    bias: string | null
    periods: JsonColumn
    models: JsonColumn
    origin_count: number
    history_count: number
    computed_time: number
    chosen: Generated<JsonColumn>
  }
  demand_forecast_config: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    material_id: string | null
    time_dimension: number
    model: string
    parameters: Generated<JsonColumn>
    status: Generated<number>
    like_material_id: string | null
    like_share: Generated<string>
  }
  demand_forecast_custom: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    material_id: string
    time_dimension: number
    period: number
    quantity: string
    model_quantity: string | null
    reason: string
  }
  demand_forecast_group: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    time_dimension: number
    grouped_by: string
    group_key: string
    periods: JsonColumn
    wape: string | null
  }
  demand_forecast_release: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    time_dimension: number
    number: number
    released_time: number
    periods: number[]
    material_count: number
    custom_count: number
    note: string | null
  }
  demand_forecast_release_line: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    release_id: string
    material_id: string
    model: string | null
    quantities: string[]
    model_quantities: string[]
    author_ids: string[]
  }
  demand_past: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    material_id: string
    day: number
    quantity: string
  }
  device: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    machine_no: string
    name: string
    model: string | null
    workgroup_id: string | null
    calendar_id: string | null
    capacity: Generated<number>
    efficiency: Generated<string>
    sequence: Generated<number>
    status: Generated<number>
    location: string | null
    remark: string | null
    custom: Generated<JsonColumn>
    supplier_id: string | null
    lead_days: number | null
    hourly_rate: string | null
    maintenance_days: number | null
    mould_change_seconds: Generated<number>
    charge_capacity: string | null
  }
  device_freeze: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    device_id: string
    start_time: number
    end_time: number
    reason: string | null
    kind: Generated<number>
  }
  device_process: {
    org_id: Generated<string>
    device_id: string
    process_id: string
  }
  document: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    document_no: string
    name: string
    version: string
    folder_id: string | null
    review_date: number | null
    material_id: string | null
    process_id: string | null
    routing_id: string | null
    attachment_id: string
    file_name: string
    file_size: number
    mime_type: string
    status: Generated<number>
    released_time: number | null
    released_by: string | null
    withdrawn_time: number | null
    change_note: string | null
    remark: string | null
    custom: Generated<JsonColumn>
    deleted_time: number | null
    deleted_by: string | null
  }
  document_folder: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    name: string
    remark: string | null
  }
  drawing: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    drawing_no: string
    name: string
    version: string
    material_id: string | null
    process_id: string | null
    routing_id: string | null
    attachment_id: string
    file_name: string
    file_size: number
    mime_type: string
    status: Generated<number>
    released_time: number | null
    released_by: string | null
    withdrawn_time: number | null
    change_note: string | null
    remark: string | null
    custom: Generated<JsonColumn>
    deleted_time: number | null
    deleted_by: string | null
  }
  excel_file: {
    org_id: Generated<string>
    id: string
    name: string
    created_time: Generated<number>
    created_by: Generated<string | null>
  }
  excel_file_piece: {
    org_id: Generated<string>
    file_id: string
    place: number
    content: Buffer
  }
  file_content: {
    org_id: Generated<string>
    sha256: string
    size: number
    created_time: Generated<number>
  }
  file_piece: {
    org_id: Generated<string>
    sha256: string
    place: number
    content: Buffer
  }
  fixed_bin: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    location_id: string
    material_id: string
    min_quantity: string | null
    max_quantity: string | null
  }
  floor_task: {
    org_id: string | null
    id: string | null
    row_version: number | null
    created_time: number | null
    created_by: string | null
    updated_time: number | null
    updated_by: string | null
    sample: boolean | null
    task_no: string | null
    mo_id: string | null
    operation_id: string | null
    sequence: number | null
    process_id: string | null
    device_id: string | null
    setup_seconds: number | null
    setup_start_time: number | null
    start_time: number | null
    end_time: number | null
    quantity: string | null
    reported_quantity: string | null
    defective_quantity: string | null
    status: number | null
    publish_status: number | null
    published_start_time: number | null
    published_end_time: number | null
    published_device_id: string | null
    dispatch_status: number | null
    workgroup_id: string | null
    capacity_locked: boolean | null
    actual_start_time: number | null
    actual_finish_time: number | null
    reasons: JsonColumn | null
    part_id: string | null
    step_id: string | null
  }
  idempotency_key: {
    org_id: Generated<string>
    request_key: string
    call: string
    input_hash: string
    answer: JsonColumn | null
    created_time: Generated<number>
    user_id: Generated<string>
  }
  input_change: {
    org_id: Generated<string>
    reader: string
    changed_by: Generated<string>
    at: Generated<number>
    what: string
    about: string | null
    cleared_to: string | null
  }
  inquiry: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    order_id: string
    order_type: Generated<string>
    status: Generated<number>
    mode: Generated<string>
    promise_date: number | null
    requested_date: number | null
    result_kept_until: number
    hold_minutes: Generated<number>
    material_status: number | null
    capacity_status: number | null
    delivery_status: number | null
    reason: string | null
    confirmed_time: number | null
    may_displace: Generated<boolean>
    displaced: Generated<JsonColumn>
    held_later: Generated<JsonColumn>
    of_standing: Generated<boolean>
  }
  inquiry_line: {
    org_id: Generated<string>
    id: string
    inquiry_id: string
    line_no: number
    line_id: string
    material_id: string
    quantity: string
    requested_date: number | null
    promise_date: number | null
    short_components: Generated<JsonColumn>
    bottleneck_machine_no: string | null
    answer: JsonColumn
  }
  inventory: {
    org_id: Generated<string>
    id: string
    material_id: string
    location_id: string
    lot_number: Generated<string>
    quality_status: Generated<number>
    quantity: Generated<string>
    occupied_quantity: Generated<string>
    supplier_id: string | null
    first_in_time: Generated<number>
    expire_time: number | null
    updated_time: Generated<number>
    sample: Generated<boolean>
    container_id: string | null
    arrives_time: number | null
    release_time: number | null
  }
  inventory_count: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: number
    warehouse_id: string
    location_ids: Generated<string[]>
    count_date: number
    blind: boolean
    frozen: boolean
    recount_percent: number | null
    operator_id: string | null
    started_time: number | null
    ended_time: number | null
    remark: string | null
    approval_status: number | null
    difference_value: string | null
    areas: Generated<string[]>
  }
  inventory_plan: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    material_id: string
    fill_rate: Generated<string>
    reorder_cycle: Generated<number>
    additional_time: Generated<number>
    defect_rate: Generated<string>
    daily_average: Generated<string>
    standard_deviation: Generated<string>
    consumed_quantity: Generated<string>
    consumed_amount: string | null
    abc: string | null
    xyz: string | null
    fluctuation_buffer: Generated<string>
    quality_buffer: Generated<string>
    reorder_point: Generated<string>
    reorder_quantity: Generated<string>
    computed_time: number | null
    kept_point: string | null
    kept_reason: string | null
  }
  invitation: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    key_hash: string
    role_id: string | null
    uses_left: number
    expire_time: number
  }
  job: {
    org_id: Generated<string>
    id: string
    job_type: string
    status: Generated<number>
    progress: Generated<number>
    message: JsonColumn | null
    input: JsonColumn | null
    result: JsonColumn | null
    error_code: number | null
    singleton: string | null
    cancel_wanted: Generated<boolean>
    created_time: Generated<number>
    created_by: Generated<string | null>
    started_time: number | null
    finished_time: number | null
    coalesce_key: string | null
    due_time: Generated<number>
    worker: number | null
    attempts: Generated<number>
  }
  known_device: {
    org_id: string
    user_id: string
    key_hash: string
    used_time: Generated<number>
  }
  last_sign_in: {
    org_id: string
    user_id: string
    at: Generated<number>
  }
  location: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    warehouse_id: string
    code: string
    name: string | null
    area: string | null
    status: Generated<number>
    remark: string | null
    transit: Generated<boolean>
    supplier_id: string | null
    type: Generated<string>
    capacity: string | null
    mixed_lots: Generated<boolean>
    route_order: number | null
  }
  machine_rate: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    device_id: string
    hourly_rate: string
    valid_from: number
    remark: string | null
  }
  manufacturing_bom: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    material_id: string
    material_bom_id: string | null
    routing_id: string | null
    version: string
    mode: Generated<string>
    status: Generated<number>
    is_default: Generated<boolean>
    remark: string | null
    valid_from: number | null
    expiry_time: number | null
  }
  manufacturing_bom_node: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    bom_id: string
    ordering_node: number
    next_nodes: Generated<number[]>
    process_id: string
    inputs: Generated<JsonColumn>
    outputs: Generated<JsonColumn>
    overlap_quantity: string | null
    wait_seconds: Generated<number>
  }
  margin_closed_line: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    period_id: string
    line_id: string
    at: number
    shipped_quantity: string
    figures: JsonColumn
    revenue: GeneratedAlways<string | null>
  }
  margin_period: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    from_time: number
    until_time: number
    line_count: number
    unmeasured_count: number
    revenue: string
    cost: string
    remark: string | null
  }
  material: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    name: string
    name_en: string | null
    specs: string | null
    type_id: string | null
    series: string | null
    unit_id: string
    kind: number
    drawing_no: string | null
    lot_managed: Generated<boolean>
    inventory_upper: string | null
    inventory_lower: string | null
    supplier_id: string | null
    supply_lead_time: Generated<number>
    minimum_lot: Generated<string>
    packaging_size: Generated<string>
    safety_stock: Generated<string>
    purchase_price: string | null
    sales_price: string | null
    shelf_life: number | null
    default_location_id: string | null
    qc_required: Generated<boolean>
    status: Generated<number>
    remark: string | null
    custom: Generated<JsonColumn>
    serial_policy: Generated<number>
    reorder_quantity: Generated<string>
    over_receipt_percent: number | null
  }
  material_bom: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    material_id: string
    version: string
    expiry_time: number | null
    base_quantity: Generated<string>
    status: Generated<number>
    is_default: Generated<boolean>
    remark: string | null
    valid_from: number | null
  }
  material_bom_line: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    bom_id: string
    line_no: number
    material_id: string
    quantity: string
    scrap_rate: Generated<string>
    substitutes: Generated<JsonColumn>
    position: string | null
    remark: string | null
    valid_from: number | null
    expiry_time: number | null
  }
  material_bound_told: {
    org_id: Generated<string>
    material_id: string
    told_time: Generated<number>
  }
  material_type: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    name: string
    remark: string | null
  }
  mo: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: Generated<number>
    order_id: string | null
    order_line_id: string | null
    parent_mo_id: string | null
    material_id: string
    planned_quantity: string
    completed_quantity: Generated<string>
    defective_quantity: Generated<string>
    inbound_quantity: Generated<string>
    planned_start_time: number | null
    planned_finish_time: number | null
    actual_start_time: number | null
    actual_finish_time: number | null
    delivery_date: number
    priority: Generated<number>
    material_bom_id: string | null
    manufacturing_bom_id: string | null
    routing_id: string | null
    material_status: number | null
    kitting_days: number | null
    kitting_time: number | null
    deciding_material_id: string | null
    capacity_locked: Generated<boolean>
    material_locked: Generated<boolean>
    publish_status: Generated<number>
    publish_time: number | null
    dispatch_status: Generated<number>
    picking_status: Generated<number>
    inbound_progress: Generated<number>
    unplanned: JsonColumn | null
    merged: Generated<boolean>
    merged_from_ids: Generated<string[]>
    split_from_id: string | null
    outsourced: Generated<boolean>
    furnace_code: string | null
    lot_number: string | null
    remark: string | null
    custom: Generated<JsonColumn>
    made_for_quantity: string | null
    rework_task_id: string | null
    rework_task_no: string | null
    served_line_ids: Generated<string[]>
    served_quantities: Generated<string[]>
  }
  mo_assignment: {
    org_id: Generated<string>
    id: string
    sample: Generated<boolean>
    mo_id: string
    component_id: string
    material_id: string
    source_type: number
    source_id: string
    quantity: string
    available_time: number | null
    locked: Generated<boolean>
    manual: Generated<boolean>
    made_for_quantity: Generated<string>
    locked_by: string | null
    locked_time: number | null
    lock_reason: string | null
    inquiry_id: string | null
    promised_line_id: string | null
  }
  mo_component: {
    org_id: Generated<string>
    id: string
    sample: Generated<boolean>
    mo_id: string
    operation_sequence: number | null
    line_no: number
    material_id: string
    substitute_of: string | null
    quantity_per: string
    required_quantity: string
    assigned_quantity: Generated<string>
    picked_quantity: Generated<string>
    short_quantity: Generated<string>
    in_stock_quantity: Generated<string>
    in_transit_quantity: Generated<string>
    in_production_quantity: Generated<string>
    expected_time: number | null
    material_status: number | null
    planned_start_time: number | null
  }
  mo_component_stand_in: {
    org_id: Generated<string>
    component_id: string
    material_id: string
    ratio: string
    quantity: string
    sample: Generated<boolean>
  }
  mo_operation: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    mo_id: string
    sequence: number
    next_sequences: Generated<number[]>
    process_id: string
    overlap_quantity: string | null
    wait_seconds: Generated<number>
    reported_quantity: Generated<string>
    defective_quantity: Generated<string>
    status: Generated<number>
    actual_start_time: number | null
    actual_finish_time: number | null
  }
  mould: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    name: string
    kind: Generated<number>
    process_id: string
    quantity: Generated<number>
    status: Generated<number>
    remark: string | null
  }
  mould_device: {
    org_id: Generated<string>
    mould_id: string
    device_id: string
  }
  mould_material: {
    org_id: Generated<string>
    mould_id: string
    material_id: string
  }
  notice: {
    org_id: Generated<string>
    id: string
    user_id: string
    sign: string | null
    text: JsonColumn
    type: Generated<string>
    btn: JsonColumn | null
    href: string | null
    href_title: JsonColumn | null
    duration: Generated<number>
    read: Generated<boolean>
    created_time: Generated<number>
    case_id: string | null
    case_status: number | null
    answered_by_name: string | null
  }
  notice_case: {
    org_id: Generated<string>
    id: string
    rule_id: string
    event: string
    object_id: string
    object_no: string
    subject: string | null
    measure: number
    value: string | null
    status: Generated<number>
    by_hook: Generated<boolean>
    told_ids: Generated<string[]>
    opened_time: Generated<number>
    raised_time: number | null
    answered_time: number | null
    answered_by: string | null
    over_time: number | null
  }
  notice_mail: {
    org_id: Generated<string>
    id: string
    case_id: string
    user_id: string
    due_time: number
    attempts: Generated<number>
  }
  notice_rule: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    name: string
    event: string
    status: Generated<number>
    threshold: Generated<number>
    least_value: string | null
    to_owner: Generated<boolean>
    role_ids: Generated<string[]>
    user_ids: Generated<string[]>
    by_mail: Generated<boolean>
    by_hook: Generated<boolean>
    raise_hours: number | null
    raise_role_ids: Generated<string[]>
    raise_user_ids: Generated<string[]>
    quiet_from: number | null
    quiet_until: number | null
  }
  notice_watch: {
    org_id: string
    looked_time: number
    took_ms: Generated<number>
  }
  oidc_attempt: {
    org_id: string
    id: string
    state: string
    nonce: string
    verifier: string
    binding_hash: string
    redirect_uri: string
    address: string
    expire_time: number
    user_id: string | null
  }
  oidc_identity: {
    org_id: Generated<string>
    id: string
    user_id: string
    issuer: string
    subject: string
    created_time: Generated<number>
  }
  oidc_provider: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    name: string
    issuer: string
    client_id: string
    account_claim: string
    mail_domains: Generated<string[]>
    creates_members: Generated<boolean>
    role_ids: Generated<string[]>
    proves_factor: Generated<boolean>
    is_required: Generated<boolean>
    keeper_id: string | null
    enabled: Generated<boolean>
  }
  oidc_secret: {
    org_id: Generated<string>
    provider_id: string
    sealed: string
  }
  operation_part: {
    org_id: Generated<string>
    id: string
    sample: Generated<boolean>
    operation_id: string
    part_no: number
    quantity: string
  }
  org: {
    id: string
    org_id: GeneratedAlways<string | null>
    company_code: string
    name: string
    industry: string | null
    time_zone: Generated<string>
    currency: Generated<string>
    status: Generated<number>
    created_time: Generated<number>
    logo_attachment_id: string | null
    made_by: string | null
  }
  org_app: {
    org_id: Generated<string>
    app_code: string
    expire_time: number | null
  }
  org_link: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    partner_id: string
    partner_kind: number
    linked_company_code: string
    status: Generated<number>
    customer_id: GeneratedAlways<string | null>
    supplier_id: GeneratedAlways<string | null>
  }
  organization_config: {
    org_id: Generated<string>
    config_key: string
    config_value: string
    updated_time: Generated<number>
    updated_by: Generated<string | null>
  }
  outsource_material: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    line_id: string
    material_id: string
    sent_quantity: Generated<string>
    used_quantity: Generated<string>
    returned_quantity: Generated<string>
    lost_quantity: Generated<string>
  }
  outsource_order: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: string
    supplier_id: string
    order_date: number
    currency: string
    eta: number | null
    total_amount: string | null
    settled_time: number | null
    settle_reason: string | null
    remark: string | null
    custom: Generated<JsonColumn>
    mailed_to: string | null
    mailed_time: number | null
  }
  outsource_order_line: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    order_id: string
    line_no: number
    mo_id: string
    operation_id: string
    material_id: string
    quantity: string
    price: string | null
    amount: string | null
    eta: number | null
    sent_quantity: Generated<string>
    received_quantity: Generated<string>
    loss_quantity: Generated<string>
    failed_quantity: Generated<string>
    remark: string | null
  }
  outsource_receipt: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    line_id: string
    status: number
    received_time: number
    quantity: string
    loss_quantity: Generated<string>
    loss_reason: string | null
    good_quantity: Generated<string>
    failed_quantity: Generated<string>
    used: Generated<JsonColumn>
    report_ids: Generated<string[]>
    serial_numbers: Generated<string[]>
    failed_serials: Generated<string[]>
  }
  passkey: {
    org_id: Generated<string>
    id: string
    user_id: string
    name: string
    credential_id: string
    public_key: string
    transports: string[]
    counter: number
    rp_id: string
    is_synced: boolean
    created_time: Generated<number>
    used_time: number | null
    stays: Generated<boolean>
  }
  passkey_challenge: {
    challenge: string
    user_id: string | null
    expire_time: number
  }
  passkey_challenge_key: {
    is_only: Generated<boolean>
    key: string
  }
  person: {
    id: string
    contact: string
    created_time: Generated<number>
  }
  pick_wave: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    operator_id: string | null
    remark: string | null
  }
  pick_wave_receipt: {
    org_id: Generated<string>
    receipt_id: string
    wave_id: string
  }
  plan_change_request: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: Generated<number>
    kind: number
    reason: number
    remark: string | null
    asked_by: string
    asked_time: number
    effect: JsonColumn
    decided_by: string | null
    decided_time: number | null
    answer: string | null
    outdated_cause: number | null
    outdated_task_no: string | null
  }
  plan_change_task: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    request_id: string
    line_no: number
    task_id: string
    task_no: string
    mo_id: string
    mo_no: string
    process_name: string
    device_id: string
    machine_no: string
    start_time: number
    end_time: number
    quantity: string
    to_machine_no: string | null
    to_start_time: number | null
    to_quantity: string | null
  }
  plan_head: {
    org_id: Generated<string>
    plan_version: Generated<number>
    published_version: Generated<number>
    stop_wanted: string | null
  }
  plan_message: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    key: string
    kind: string
    status: Generated<number>
    material_id: string
    instead_of_id: string | null
    source_type: number | null
    source_id: string | null
    component_id: string | null
    mo_ids: Generated<string[]>
    quantity: string
    from_quantity: string | null
    to_quantity: string | null
    from_time: number
    to_time: number
    reason: string
    needed_quantity: string | null
    by_time: number | null
  }
  plan_repair: {
    org_id: Generated<string>
    plan_version: number
    tasks: JsonColumn
    calendar_days: JsonColumn
    parts: JsonColumn | null
  }
  plan_version: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    version_no: number
    status: Generated<number>
    reason: string
    summary: Generated<JsonColumn>
    mo_count: Generated<number>
    task_count: Generated<number>
    late_count: Generated<number>
    tasks: Generated<JsonColumn>
  }
  price_proposal: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: number
    price_list: string
    ends: string
    target_id: string | null
    target_version: number | null
    line_count: number
    value: string | null
    currency: string | null
    settled_time: number | null
  }
  price_proposal_line: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    proposal_id: string
    line_no: number
    material_id: string
    supplier_id: string | null
    customer_id: string | null
    unit_id: string
    currency: string
    from_quantity: string
    price: string | null
    old_price: string | null
    valid_from: number
    valid_to: number | null
    open_lines: number
    open_quantity: string
    year_quantity: string
    open_difference: string | null
    year_difference: string | null
    given: JsonColumn | null
  }
  process: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    name: string
    outsourced: Generated<boolean>
    qc_required: Generated<boolean>
    wage_type: Generated<number>
    may_pause: Generated<boolean>
    status: Generated<number>
    remark: string | null
    charge_by: Generated<number>
    skill_level: Generated<number>
  }
  process_price: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    supplier_id: string
    process_id: string
    material_id: string | null
    currency: string | null
    price: string
    valid_from: number
    valid_to: number | null
    remark: string | null
  }
  production_task: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    task_no: string
    mo_id: string
    operation_id: string
    sequence: number
    process_id: string
    device_id: string
    setup_seconds: Generated<number>
    setup_start_time: number
    start_time: number
    end_time: number
    quantity: string
    reported_quantity: Generated<string>
    defective_quantity: Generated<string>
    status: Generated<number>
    publish_status: Generated<number>
    published_start_time: number | null
    published_end_time: number | null
    published_device_id: string | null
    dispatch_status: Generated<number>
    workgroup_id: string | null
    capacity_locked: Generated<boolean>
    actual_start_time: number | null
    actual_finish_time: number | null
    reasons: Generated<JsonColumn>
    part_id: string | null
    step_id: GeneratedAlways<string>
  }
  purchase_expedite: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    order_id: string
    line_id: string
    wished_date: number
    asked_time: number
    answered_time: number | null
    remark: string | null
  }
  purchase_order: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: Generated<string>
    supplier_id: string
    order_date: number
    eta: number | null
    arrival_date: number | null
    currency: string | null
    tax_rate: string | null
    total_amount: string | null
    operator_id: string | null
    remark: string | null
    custom: Generated<JsonColumn>
    approval_status: number | null
    mailed_to: string | null
    mailed_time: number | null
  }
  purchase_order_line: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    order_id: string
    line_no: number
    material_id: string
    demand_quantity: Generated<string>
    quantity: string
    received_quantity: Generated<string>
    price: string | null
    amount: string | null
    eta: number | null
    request_ids: Generated<string[]>
    remark: string | null
    arrival_time: number | null
    tax_rate: string | null
    asked_from: Generated<string>
    asked_to: string | null
  }
  purchase_request: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    material_id: string
    demand_quantity: string
    quantity: string
    required_date: number | null
    supplier_id: string | null
    mo_ids: Generated<string[]>
    source: Generated<string>
    status: Generated<number>
    purchase_order_id: string | null
    remark: string | null
    mo_quantities: Generated<string[]>
  }
  qc_disposal: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    task_id: string
    disposal: number
    quantity: string
    reason: string
    mo_id: string | null
    receipt_id: string | null
    receipt_no: string | null
    serial_numbers: Generated<string[]>
  }
  qc_item: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    method_id: string
    line_no: number
    name: string
    kind: number
    defect_class: number
    standard: string | null
    lower_limit: string | null
    upper_limit: string | null
    unit: string | null
    choices: string | null
    good_choices: string | null
    tool: string | null
    required: boolean
  }
  qc_method: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    name: string
    remark: string | null
  }
  qc_result: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    task_id: string
    item_id: string
    sample_no: number
    value: string
  }
  qc_sample: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    task_id: string
    sample_no: number
    serial_no: string
  }
  qc_scheme: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    name: string
    version: Generated<number>
    status: Generated<number>
    qc_type: number
    material_id: string | null
    type_id: string | null
    supplier_id: string | null
    method_id: string
    sampling: number
    sample_size: number | null
    inspection_level: string | null
    aql: string | null
    skip_after: number | null
    skip_one_in: number | null
    release_hours: number
    remark: string | null
    released_time: number | null
    process_id: string | null
    every_pieces: number | null
    every_hours: number | null
    blocks: Generated<number>
    approval_status: number | null
  }
  qc_task: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    qc_type: number
    status: Generated<number>
    result: number | null
    material_id: string
    quantity: string
    lot_number: Generated<string>
    location_id: string | null
    supplier_id: string | null
    source_id: string
    source_no: string
    scheme_id: string | null
    severity: string | null
    code_letter: string | null
    sample_size: number
    accept_number: number
    reject_number: number
    due_time: number
    inspector_id: string | null
    judged_time: number | null
    nonconforming: number | null
    accepted: boolean | null
    passed_quantity: Generated<string>
    concession_quantity: Generated<string>
    failed_quantity: Generated<string>
    disposed_quantity: Generated<string>
    reason: string | null
    remark: string | null
    mo_id: string | null
    operation_id: string | null
    process_id: string | null
    covers_from: string | null
    covers_to: string | null
    blocks: Generated<number>
    recheck_of: string | null
    lifted_time: number | null
    lifted_by: string | null
    lift_reason: string | null
    shipped_quantity: Generated<string>
    serial_numbers: Generated<string[]>
    failed_serials: Generated<string[]>
  }
  quotation: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: Generated<number>
    approval_status: number | null
    customer_id: string
    contact: string | null
    customer_inquiry_no: string | null
    quote_date: number
    valid_until: number
    currency: string
    tax_rate: string | null
    discount_percent: string | null
    delivery_terms: string | null
    payment_terms: string | null
    remark: string | null
    total_amount: string | null
    tax_amount: string | null
    gross_amount: string | null
    lost_reason: string | null
    order_id: string | null
    sent_time: number | null
    decided_time: number | null
    mailed_to: string | null
    mailed_time: number | null
  }
  quotation_line: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    quotation_id: string
    line_no: number
    material_id: string
    quantity: string
    price: string | null
    discount_percent: string | null
    net_price: string | null
    amount: string | null
    tax_rate: string | null
    delivery_days: number | null
    remark: string | null
  }
  receipt: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    receipts_type: number
    status: Generated<string>
    receipt_type: number
    warehouse_id: string | null
    supplier_id: string | null
    customer_id: string | null
    purchase_order_id: string | null
    order_id: string | null
    mo_id: string | null
    receipt_date: number
    operator_id: string | null
    remark: string | null
    mailed_to: string | null
    mailed_time: number | null
  }
  receipt_line: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    receipt_id: string
    line_no: number
    material_id: string
    quantity: string
    done_quantity: Generated<string>
    location_id: string | null
    lot_number: string | null
    quality_status: Generated<number>
    source_line_id: string | null
    remark: string | null
  }
  reconciliation_difference: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    run_id: string
    check_key: string
    object_id: string
    object_no: string
    subject: string
    expected: string
    actual: string
    status: Generated<number>
    found_time: Generated<number>
    reason: string | null
    corrected_by: string | null
    corrected_time: number | null
  }
  reconciliation_run: {
    org_id: Generated<string>
    id: string
    started_time: Generated<number>
    finished_time: number | null
    started_by: Generated<string | null>
    check_count: Generated<number>
    difference_count: Generated<number>
  }
  recovery_code: {
    org_id: string
    user_id: string
    code_hash: string
  }
  report_clock: {
    org_id: Generated<string>
    mailing_id: string
    next_time: number
  }
  report_letter: {
    org_id: Generated<string>
    id: string
    mailing_id: string
    user_id: string
    run_time: number
    status: Generated<number>
    problem: string | null
    rights: string | null
    subject: string | null
    words: string | null
    html: string | null
    file_name: string | null
    file_content: Buffer | null
    attempts: Generated<number>
    due_time: Generated<number>
    sent_time: number | null
  }
  report_mailing: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    report_id: string
    is_on: Generated<boolean>
    rhythm: number
    hour: number
    weekday: number | null
    month_day: number | null
    user_ids: Generated<string[]>
    role_ids: Generated<string[]>
    language: string
    with_file: Generated<boolean>
    origin: string | null
  }
  report_record: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    report_no: string
    task_id: string
    mo_id: string
    operation_id: string
    process_id: string
    device_id: string | null
    finished_quantity: Generated<string>
    defective_quantity: Generated<string>
    defect_reason: string | null
    work_seconds: Generated<number>
    inputs: Generated<JsonColumn>
    user_ids: Generated<string[]>
    report_time: number
    device_time: number | null
    finishes_task: Generated<boolean>
    revoked: Generated<boolean>
    remark: string | null
    outside: Generated<boolean>
    approved_time: number | null
    approved_by: string | null
    user_seconds: number[] | null
    defects: Generated<JsonColumn>
    rework_quantity: Generated<string>
    rework_operation_id: string | null
    reworked_quantity: Generated<string>
    uses: JsonColumn | null
  }
  report_sent_back: {
    org_id: Generated<string>
    report_id: string
    task_id: string
    operation_id: string
    quantity: string
    sample: Generated<boolean>
  }
  role: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    role_name: string
    remark: string | null
    home_path: string | null
  }
  routing: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    name: string
    material_id: string | null
    version: Generated<string>
    status: Generated<number>
    remark: string | null
    valid_from: number | null
    expiry_time: number | null
    is_default: Generated<boolean>
  }
  routing_step: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    routing_id: string
    sequence: number
    process_id: string
    overlap_quantity: string | null
    wait_seconds: Generated<number>
  }
  sales_order: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    order_type: Generated<string>
    status: Generated<number>
    customer_id: string | null
    customer_order_no: string | null
    source: Generated<string>
    order_date: number
    delivery_date: number
    offset_flag: Generated<number>
    main_product_num: string | null
    priority: Generated<number>
    currency: string | null
    tax_rate: string | null
    total_amount: string | null
    owner_id: string | null
    planned_finish_time: number | null
    deleted: Generated<boolean>
    deleted_time: number | null
    deleted_by: string | null
    remark: string | null
    custom: Generated<JsonColumn>
    approval_status: number | null
    mailed_to: string | null
    mailed_time: number | null
  }
  sales_order_line: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    order_id: string
    line_no: number
    material_id: string
    quantity: string
    price: string | null
    amount: string | null
    delivery_date: number | null
    offset_quantity: Generated<string>
    planned_finish_time: number | null
    planned_quantity: Generated<string>
    produced_quantity: Generated<string>
    inbound_quantity: Generated<string>
    shipped_quantity: Generated<string>
    status: Generated<number>
    remark: string | null
    delivered_time: number | null
    customer_drawing: string | null
    promised_date: number | null
    returned_quantity: Generated<string>
    shipped_offset_quantity: Generated<string>
    tax_rate: string | null
  }
  sales_price: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    customer_id: string | null
    material_id: string
    unit_id: string
    currency: string
    from_quantity: string
    price: string
    tax_rate: string | null
    valid_from: number
    valid_to: number | null
    remark: string | null
  }
  sales_return: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: Generated<number>
    order_id: string
    customer_id: string | null
    return_date: number
    reason: string | null
    inspects: Generated<boolean>
    currency: string | null
    total_amount: string | null
    remark: string | null
  }
  sales_return_line: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    return_id: string
    line_no: number
    order_line_id: string
    material_id: string
    quantity: string
    price: string | null
    amount: string | null
    received_quantity: Generated<string>
    remark: string | null
  }
  sample_data: {
    org_id: Generated<string>
    industry: string
    object_counts: Generated<JsonColumn>
    created_time: Generated<number>
    created_by: Generated<string | null>
  }
  saved_report: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    owner_id: string
    name: string
    definition: JsonColumn
    page_paths: string[]
    sharing: Generated<number>
    role_ids: Generated<string[]>
  }
  scrap_reason: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    group_name: string
    name: string
    process_id: string | null
  }
  security_event: {
    org_id: string
    id: string
    created_time: Generated<number>
    kind: string
    user_id: string | null
    actor_id: string | null
    address: string
    agent: string
  }
  seen_inquiry: {
    org_id: string | null
    id: string | null
    row_version: number | null
    created_time: number | null
    created_by: string | null
    updated_time: number | null
    updated_by: string | null
    sample: boolean | null
    no: string | null
    order_id: string | null
    order_type: string | null
    status: number | null
    mode: string | null
    promise_date: number | null
    requested_date: number | null
    result_kept_until: number | null
    hold_minutes: number | null
    material_status: number | null
    capacity_status: number | null
    delivery_status: number | null
    reason: string | null
    confirmed_time: number | null
    may_displace: boolean | null
    displaced: JsonColumn | null
    held_later: JsonColumn | null
    of_standing: boolean | null
  }
  seen_quotation: {
    org_id: string | null
    id: string | null
    row_version: number | null
    created_time: number | null
    created_by: string | null
    updated_time: number | null
    updated_by: string | null
    sample: boolean | null
    no: string | null
    status: number | null
    approval_status: number | null
    customer_id: string | null
    contact: string | null
    customer_inquiry_no: string | null
    quote_date: number | null
    valid_until: number | null
    currency: string | null
    tax_rate: string | null
    discount_percent: string | null
    delivery_terms: string | null
    payment_terms: string | null
    remark: string | null
    total_amount: string | null
    tax_amount: string | null
    gross_amount: string | null
    lost_reason: string | null
    order_id: string | null
    sent_time: number | null
    decided_time: number | null
    mailed_to: string | null
    mailed_time: number | null
  }
  seen_receipt: {
    org_id: string | null
    id: string | null
    row_version: number | null
    created_time: number | null
    created_by: string | null
    updated_time: number | null
    updated_by: string | null
    sample: boolean | null
    no: string | null
    receipts_type: number | null
    status: string | null
    receipt_type: number | null
    warehouse_id: string | null
    supplier_id: string | null
    customer_id: string | null
    purchase_order_id: string | null
    order_id: string | null
    mo_id: string | null
    receipt_date: number | null
    operator_id: string | null
    remark: string | null
    mailed_to: string | null
    mailed_time: number | null
  }
  seen_sales_order: {
    org_id: string | null
    id: string | null
    row_version: number | null
    created_time: number | null
    created_by: string | null
    updated_time: number | null
    updated_by: string | null
    sample: boolean | null
    no: string | null
    order_type: string | null
    status: number | null
    customer_id: string | null
    customer_order_no: string | null
    source: string | null
    order_date: number | null
    delivery_date: number | null
    offset_flag: number | null
    main_product_num: string | null
    priority: number | null
    currency: string | null
    tax_rate: string | null
    total_amount: string | null
    owner_id: string | null
    planned_finish_time: number | null
    deleted: boolean | null
    deleted_time: number | null
    deleted_by: string | null
    remark: string | null
    custom: JsonColumn | null
    approval_status: number | null
    mailed_to: string | null
    mailed_time: number | null
  }
  seen_sales_order_line: {
    org_id: string | null
    id: string | null
    row_version: number | null
    created_time: number | null
    created_by: string | null
    updated_time: number | null
    updated_by: string | null
    sample: boolean | null
    order_id: string | null
    line_no: number | null
    material_id: string | null
    quantity: string | null
    price: string | null
    amount: string | null
    delivery_date: number | null
    offset_quantity: string | null
    planned_finish_time: number | null
    planned_quantity: string | null
    produced_quantity: string | null
    inbound_quantity: string | null
    shipped_quantity: string | null
    status: number | null
    remark: string | null
    delivered_time: number | null
    customer_drawing: string | null
    promised_date: number | null
    returned_quantity: string | null
    shipped_offset_quantity: string | null
    tax_rate: string | null
  }
  seen_sales_return: {
    org_id: string | null
    id: string | null
    row_version: number | null
    created_time: number | null
    created_by: string | null
    updated_time: number | null
    updated_by: string | null
    sample: boolean | null
    no: string | null
    status: number | null
    order_id: string | null
    customer_id: string | null
    return_date: number | null
    reason: string | null
    inspects: boolean | null
    currency: string | null
    total_amount: string | null
    remark: string | null
  }
  serial_counter: {
    org_id: Generated<string>
    module_code: string
    period: string
    last_number: number
  }
  serial_number: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    serial_no: string
    material_id: string
    mo_id: string | null
    receipt_id: string | null
    lot_number: string | null
  }
  serial_rule: {
    org_id: Generated<string>
    module_code: string
    prefix: string
    date_part: string
    updated_time: Generated<number>
    updated_by: Generated<string | null>
  }
  session: {
    token_hash: string
    org_id: string
    user_id: string
    created_time: Generated<number>
    used_time: Generated<number>
    expire_time: number
    id: Generated<string>
    address: string | null
    agent: string | null
    viewer_id: string | null
    parent_token_hash: string | null
    passkey_proved: Generated<boolean>
    used_address: string | null
    by_provider: Generated<boolean>
    stays: Generated<boolean>
    terminal_id: string | null
    by_pin: Generated<boolean>
    idle_minutes: number | null
  }
  share_link: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    key_hash: string
    object_type: string
    object_id: string
    editable: Generated<boolean>
    shows_prices: Generated<boolean>
    expire_time: number
    revoked: Generated<boolean>
    opened_count: Generated<number>
    opened_time: number | null
    answer: JsonColumn | null
    answer_time: number | null
    settled_time: number | null
    settled_by: string | null
  }
  shift_handover: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    workgroup_id: string
    shift_name: string
    start_time: number
    end_time: number
    status: Generated<number>
    giver_id: string
    taker_id: string
    given_time: number
    taken_time: number | null
    note: string | null
    answer: string | null
    open_work: JsonColumn
  }
  sign_in_failure: {
    company_code: string
    account: string
    address: string
    failed_at: Generated<number>
    kind: Generated<string>
  }
  simulation_version: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    version_no: number
    name: string
    status: Generated<number>
    objective: Generated<string>
    mo_ids: Generated<string[]>
    priorities: Generated<JsonColumn>
    base_version: number | null
    calculated_time: number | null
    figures: JsonColumn | null
    tasks: Generated<JsonColumn>
    orders: Generated<JsonColumn>
  }
  skill: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    user_id: string
    process_id: string
    level: Generated<number>
    valid_to: number | null
    certificate: string | null
    remark: string | null
  }
  slow_statement: {
    statement_hash: string
    statement: string
    cause: string | null
    times: number
    total_ms: number
    longest_ms: number
    first_time: Generated<number>
    last_time: Generated<number>
  }
  stock_adjustment: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: number
    material_id: string
    location_id: string
    lot_number: Generated<string>
    quality_status: number
    container_id: string | null
    book_quantity: string
    quantity: string
    difference: string
    reason: string
    serial_numbers: Generated<string[]>
    value: string | null
    posted_time: number | null
    remark: string | null
  }
  stock_bound: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    material_id: string
    warehouse_id: string
    lower_quantity: string
    upper_quantity: string | null
  }
  stock_bound_told: {
    org_id: Generated<string>
    bound_id: string
    told_time: Generated<number>
  }
  stock_lot: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    material_id: string
    lot_number: string
    supplier_lot: string | null
    production_time: number | null
    expire_time: number | null
  }
  stock_movement: {
    org_id: Generated<string>
    id: GeneratedAlways<number>
    inventory_id: string
    movement_type: number
    material_id: string
    quantity: string
    balance: string
    location_id: string
    lot_number: Generated<string>
    quality_status: Generated<number>
    receipt_no: string | null
    source_type: string | null
    source_id: string | null
    mo_id: string | null
    movement_time: Generated<number>
    operator_id: Generated<string | null>
    sample: Generated<boolean>
    container_id: string | null
  }
  storage_allowance: {
    org_id: Generated<string>
    megabytes: number
  }
  supplement_sheet: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: Generated<number>
    approval_status: number | null
    kind: number
    user_id: string
    sheet_date: number
    process_id: string | null
    material_id: string | null
    quantity: Generated<string>
    work_seconds: Generated<number>
    wage: string
    reason: string
    remark: string | null
    by_rate: Generated<boolean>
  }
  supplier: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    name: string
    partner_kind: Generated<number>
    contact: string | null
    phone: string | null
    email: string | null
    address: string | null
    currency: string | null
    tax_rate: string | null
    lead_time: Generated<number>
    status: Generated<number>
    remark: string | null
    custom: Generated<JsonColumn>
    over_receipt_percent: number | null
  }
  supplier_answer: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    order_id: string
    line_id: string
    status: number
    asked_quantity: string
    asked_eta: number | null
    quantity: string
    eta: number
    remark: string | null
    answered_by: string
    answered_time: number
  }
  supplier_delay: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    supplier_id: string | null
    line_count: number
    on_time_count: number
    p50_days: number
    p90_days: number
  }
  supply_demand_plan: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    material_id: string
    time_dimension: number
    opening_quantity: string
    periods: JsonColumn
    first_period: number
    history_average: string | null
    supply_status: number
    demand_trend: number | null
    short_period: number | null
    short_quantity: string
    computed_time: number
  }
  supply_hold: {
    org_id: Generated<string>
    id: string
    inquiry_id: string
    order_line_id: string
    material_id: string
    source_type: number
    source_id: string
    quantity: string
    is_product: boolean
    kept_until: number | null
    created_by: Generated<string | null>
    created_time: Generated<number | null>
  }
  task_assignee: {
    org_id: Generated<string>
    task_id: string
    user_id: string
  }
  task_dispatch: {
    org_id: Generated<string>
    task_id: string
    quantity: string | null
    remark: string | null
  }
  task_given_on: {
    org_id: Generated<string>
    task_id: string
    user_id: string
    until_time: number
    given_by: string | null
  }
  task_pause: {
    org_id: Generated<string>
    id: string
    created_time: Generated<number>
    created_by: Generated<string | null>
    sample: Generated<boolean>
    task_id: string
    reason: number
    remark: string | null
    from_time: number
    to_time: number | null
    resumed_by: string | null
  }
  terminal: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    name: string
    place: string | null
    idle_minutes: number
    status: Generated<number>
  }
  terminal_device: {
    org_id: string
    terminal_id: string
    secret_hash: string
    agent: string
    seen_time: Generated<number>
    seen_address: string
    waiting: Generated<number>
    releases: Generated<number>
  }
  terminal_user: {
    org_id: string
    terminal_id: string
    user_id: string
    used_time: Generated<number>
  }
  trace_case: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: number
    title: string
    note: string | null
    trace_by: string
    value: string
    material_id: string | null
    looked_time: number
    closed_time: number | null
    closed_by: string | null
    close_reason: string | null
  }
  trace_case_line: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    case_id: string
    row_key: string
    where: number
    order_id: string | null
    document_kind: string | null
    document_id: string | null
    document_no: string | null
    material_id: string
    lot_number: string | null
    serial_no: string | null
    quantity: string
    place: string | null
    time: number | null
    moved: Generated<boolean>
    state: Generated<number>
    note: string | null
    judged_by: string | null
    judged_time: number | null
  }
  trace_entry: {
    org_id: Generated<string>
    id: GeneratedAlways<number>
    source_type: string
    source_id: string
    source_no: string
    movement_type: number | null
    mo_id: string | null
    material_id: string
    lot_number: Generated<string>
    serial_no: Generated<string>
    quantity: string
    entry_time: Generated<number>
    operator_id: Generated<string | null>
    sample: Generated<boolean>
  }
  trace_hold: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    trace_by: string
    value: string
    reason: string
    released_time: number | null
    released_by: string | null
    release_reason: string | null
  }
  trace_hold_line: {
    org_id: Generated<string>
    hold_id: string
    material_id: string
    location_id: string
    lot_number: string
    quantity: string
  }
  transfer: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: string
    from_warehouse_id: string | null
    to_warehouse_id: string | null
    transfer_date: number
    operator_id: string | null
    remark: string | null
    custom: Generated<JsonColumn>
    steps: Generated<number>
    arrival_date: number | null
    sent_time: number | null
  }
  transfer_line: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    transfer_id: string
    line_no: number
    material_id: string
    quantity: string
    from_location_id: string
    to_location_id: string
    lot_number: string | null
    received_quantity: Generated<string>
    returned_quantity: Generated<string>
    lost_quantity: Generated<string>
    difference_reason: string | null
  }
  unit: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    name: string
    name_en: string | null
    group: string | null
    precision: Generated<number>
    status: Generated<number>
  }
  unit_conversion: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    from_unit_id: string
    to_unit_id: string
    numerator: string
    denominator: Generated<string>
    material_id: string | null
  }
  unit_price: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    supplier_id: string
    material_id: string
    unit_id: string
    currency: string
    from_quantity: string
    price: string
    valid_from: number
    valid_to: number | null
    minimum_quantity: string | null
    pack_quantity: string | null
    lead_days: number | null
    remark: string | null
    tax_rate: string | null
  }
  user_config: {
    org_id: Generated<string>
    user_id: string
    config_key: string
    config_value: string
  }
  user_mfa: {
    org_id: string
    user_id: string
    secret: string
    confirmed: Generated<boolean>
    used_step: Generated<number>
    created_time: Generated<number>
  }
  user_pin: {
    org_id: string
    user_id: string
    pin_hash: string
    created_time: Generated<number>
    wrong: Generated<number>
  }
  user_role: {
    org_id: Generated<string>
    user_id: string
    role_id: string
  }
  value_stream: {
    org_id: Generated<string>
    id: Generated<string>
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    name: string
    material_id: string
    from_time: number
    to_time: number
    measured: JsonColumn
    wished: JsonColumn
    lead_time_seconds: number | null
    value_added_seconds: number
  }
  verify_code: {
    id: string
    contact: string
    scene: string
    code_hash: string
    address: string
    used: Generated<boolean>
    sent_time: Generated<number>
    expire_time: number
    tries_by: Generated<JsonColumn>
  }
  wage_grade: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    user_id: string
    grade: string | null
    coefficient: Generated<string>
    valid_from: number
    remark: string | null
  }
  wage_line: {
    org_id: Generated<string>
    period_id: string
    line_no: number
    user_id: string
    kind: number
    report_id: string | null
    supplement_id: string | null
    quantity: Generated<string>
    work_seconds: Generated<number>
    rate: string | null
    amount: string
  }
  wage_period: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    no: string
    status: Generated<number>
    start_time: number
    end_time: number
    computed_time: number | null
    locked_time: number | null
  }
  wage_rate: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    process_id: string
    material_id: string | null
    grade: string | null
    wage_type: number
    rate: string
    deduction: Generated<string>
    split: Generated<number>
    valid_from: number
    remark: string | null
  }
  wage_sheet: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    period_id: string
    user_id: string
    status: Generated<number>
    quantity: Generated<string>
    defective_quantity: Generated<string>
    work_seconds: Generated<number>
    piece_wage: Generated<string>
    hour_wage: Generated<string>
    supplement_wage: Generated<string>
    deduction_wage: Generated<string>
    correction_wage: Generated<string>
    total_wage: Generated<string>
    objection: string | null
    answer: string | null
  }
  warehouse: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    name: string
    type: string | null
    address: string | null
    status: Generated<number>
    remark: string | null
  }
  web_hook: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    name: string
    address: string
    kinds: string[]
    status: Generated<number>
    owner_id: Generated<string | null>
  }
  web_hook_channel: {
    org_id: Generated<string>
    hook_id: string
    secret: string
    tables: Generated<string[]>
    failing_since: number | null
  }
  web_hook_delivery: {
    org_id: Generated<string>
    id: string
    hook_id: string
    event_id: string
    kind: string
    subject: string | null
    body: string
    status: Generated<number>
    attempts: Generated<number>
    created_time: Generated<number>
    again_time: number | null
    due_time: Generated<number>
    tried_time: number | null
    answer_code: number | null
    fault: string | null
    said: string | null
    took_ms: number | null
  }
  web_hook_note: {
    org_id: string
    id: GeneratedAlways<number>
    at: Generated<number>
    table_name: string
    change_id: number | null
    subject_id: string | null
  }
  workgroup: {
    org_id: Generated<string>
    id: string
    row_version: Generated<number>
    created_time: Generated<number>
    created_by: Generated<string | null>
    updated_time: Generated<number>
    updated_by: Generated<string | null>
    sample: Generated<boolean>
    code: string
    name: string
    leader_id: string | null
    calendar_id: string | null
    status: Generated<number>
    remark: string | null
  }
  workgroup_member: {
    org_id: Generated<string>
    workgroup_id: string
    user_id: string
  }
  write_probe: {
    id: number
    at: Generated<number>
  }
}
