export * from '@qitao/wages/model/supplement.calls.ts'
export * from '@qitao/wages/model/wage-rate.calls.ts'
export * from '@qitao/wages/model/wage-sheet.calls.ts'
export * from '@qitao/wages/model/wages.errors.ts'
