// A thin copy, written for obbtree's tests.
#pragma once
#include "all.hpp"
