import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { idPageOf } from '../http/id-page.ts';
import { deleted, idParams, listOf, presentList } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { notFound } from '../kit/errors.ts';
import { changeProduct, createProduct, deleteProduct, setProductSplit } from './change-product.ts';
import {
  presentProduct,
  presentProductSplit,
  productBody,
  productChangeBody,
  productQuery,
  productShape,
  productSplitBody,
  productSplitShape,
  readProduct,
  readProductChange,
  updatedProductShape,
} from './product-shapes.ts';
import { findProduct, findProductSplit, listProducts } from './products.ts';
import { readSplit } from './split-rules.ts';

const tags = ['Products'];

export function productRoutes(app: App, deps: Deps): void {
  readRoutes(app, deps);
  writeRoutes(app, deps);
  splitRoutes(app, deps);
}

function readRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/products/:id', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Get a product',
      params: idParams,
      response: { 200: productShape, ...errorAnswers },
    },
    handler: async (request) => {
      const product = await findProduct(deps.db, accountOf(request), request.params.id);
      if (!product) throw notFound('Product');
      return presentProduct(deps.publicUrl)(product);
    },
  });
  app.get('/api/v1/products', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'List products, newest first',
      querystring: productQuery,
      response: { 200: listOf(productShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('products', request.query);
      const { rows, total } = await listProducts(deps.db, accountOf(request), request.query, page);
      return presentList(rows, page, total, (row) => row.id, presentProduct(deps.publicUrl));
    },
  });
}

function writeRoutes(app: App, deps: Deps): void {
  app.post('/api/v1/products', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Create a product',
      body: productBody,
      response: { 201: productShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const fields = readProduct(request.body);
      const { objectId } = request;
      const answer = answerTo(request, reply, 201, presentProduct(deps.publicUrl));
      await createProduct(deps, accountOf(request), objectId, fields, actorOf(request), answer);
      return answer.send();
    },
  });
  app.put('/api/v1/products/:id', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Update a product; absent fields are unchanged',
      params: idParams,
      body: productChangeBody,
      response: { 200: updatedProductShape, ...errorAnswers },
    },
    handler: async (request) => {
      const change = readProductChange(request.body);
      const { id } = request.params;
      const changed = await changeProduct(deps, accountOf(request), id, change, actorOf(request));
      return presentProduct(deps.publicUrl)(changed);
    },
  });
  app.delete('/api/v1/products/:id', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Delete a product; past charges keep it',
      params: idParams,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      await deleteProduct(deps, accountOf(request), request.params.id, actorOf(request));
      return { success: true, message: 'Product deleted' };
    },
  });
}

function splitRoutes(app: App, deps: Deps): void {
  app.put('/api/v1/products/:id/splits', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Set the fixed split of a product',
      params: idParams,
      body: productSplitBody,
      response: { 200: productSplitShape, ...errorAnswers },
    },
    handler: async (request) => {
      const { id } = request.params;
      const split = readSplit(request.body.split);
      await setProductSplit(deps, accountOf(request), id, split, actorOf(request));
      return presentProductSplit(id, split);
    },
  });
  app.get('/api/v1/products/:id/splits', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Get the fixed split of a product',
      params: idParams,
      response: { 200: productSplitShape, ...errorAnswers },
    },
    handler: async (request) => {
      const { id } = request.params;
      return presentProductSplit(id, await findProductSplit(deps.db, accountOf(request), id));
    },
  });
}
