import { type Case, pageCase } from '../case.ts';

/** An app whose tsconfig.json asks for the decorators before the standard. */
const APP: Pick<Case, 'app'> = { app: 'decorated' };
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    useDefineForClassFields: false,
  },
});

/** Packages with decorators of TypeScript before version 5. */
export const legacyDecorators: Case[] = [
  {
    ...APP,
    name: 'legacy-mobx',
    packages: { 'mobx-5': 'npm:mobx@5.15.7' },
    files: {
      '/tsconfig.json': TSCONFIG,
      'page.tsx': `import { action, autorun, computed, observable } from 'mobx-5';
import { useEffect, useState } from 'react';
class Counter {
  @observable count = 2;
  @computed get twice() { return this.count * 2; }
  @action.bound add() { this.count += 1; }
}
const counter = new Counter();
export default () => {
  const [twice, set] = useState(() => new Counter().twice);
  useEffect(() => autorun(() => set(counter.twice)), []);
  return <><h1>Twice {twice}</h1><button type="button" onClick={counter.add}>Add</button></>;
};`,
    },
    shows: 'Twice 4',
    async use(page) {
      await page.getByRole('button', { name: 'Add' }).click();
      await page.getByText(/Twice [68]/).waitFor();
    },
  },
  pageCase(
    'legacy-validation',
    `import 'reflect-metadata';
import { plainToInstance, Type } from 'class-transformer';
import { IsEmail, Min, validateSync, ValidateNested } from 'class-validator';
class Owner { @IsEmail() email!: string; }
class Order {
  @Min(2) total!: number;
  @ValidateNested() @Type(() => Owner) owner!: Owner;
}
const order = plainToInstance(Order, { total: 1, owner: { email: 'none' } });
const names = validateSync(order).map(({ property }) => property).join(' ');
const type = Reflect.getMetadata('design:type', Order.prototype, 'owner') as { name: string };
export default () => <h1>{names} {String(type === Owner)}</h1>;`,
    {
      ...APP,
      packages: { 'class-validator': '0.15.1', 'class-transformer': '0.5.1', 'reflect-metadata': '0.2.2' },
      shows: 'total owner true',
    },
  ),
  pageCase(
    'legacy-injection',
    `import 'reflect-metadata';
import { container, injectable } from 'tsyringe';
@injectable() class Clock { hour() { return 9; } }
@injectable() class Greeter { constructor(private clock: Clock) {} say() { return 'Morning at ' + this.clock.hour(); } }
export default () => <h1>{container.resolve(Greeter).say()}</h1>;`,
    { ...APP, packages: { tsyringe: '4.10.0' }, shows: 'Morning at 9' },
  ),
];
